import { FACADES } from '#contracts/facades.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { exampleUrl, type ProductInMemory, TEST_URL } from './product-in-memory.ts';

/** Moments differ from run to run; the documentation shows one. Addresses are those of whoever runs the product. */
const settled = (json: string): unknown =>
  JSON.parse(
    json
      .replace(/"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z"/g, '"2026-11-21T08:00:00.000Z"')
      .replaceAll(TEST_URL, '{{origin}}'),
  );

/** Of a list that is the whole answer its first rows tell what the others are. */
const begun = (answer: unknown): unknown => (Array.isArray(answer) ? answer.slice(0, 5) : answer);

/** What the product answers to every operation's example. */
export const exampleAnswers = async (product: ProductInMemory): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {};
  for (const shape of [...ENDPOINTS, ...FACADES.flatMap(({ endpoints }) => endpoints)]) {
    if (shape.example === undefined || shape.bare?.[0]?.startsWith('image/')) continue;
    const answer = await product.app.inject({
      method: shape.method,
      url: exampleUrl(shape.path, shape.example ?? {}),
      headers: { authorization: `Bearer ${product.token}` },
      ...(shape.example?.body === undefined ? {} : { payload: shape.example.body as object }),
    });
    if (answer.statusCode !== 200)
      throw new Error(`${shape.name}: the example is answered with ${answer.statusCode} ${answer.body}`);
    answers[shape.name] = begun(settled(answer.body));
  }
  return answers;
};
