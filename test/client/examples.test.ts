import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { CATALOGUE_CHANGED } from '#server/modules/catalog/catalog.events.ts';
import { publish } from '#server/platform/bus/event.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Listening, productListening } from '#test/support/listening.ts';
import { exampleUrl } from '#test/support/product-in-memory.ts';
import { type Client, createClient } from '../../client/src/index.ts';
import { callName, isOfClient } from '../../scripts/client/calls.ts';

/** What the documentation shows, asked for through the client. */

const db = await testDatabase('sample');
let product: Listening;
let client: Client;
beforeAll(async () => {
  product = await productListening(db);
  client = createClient({ baseUrl: product.origin, token: product.token });
});
afterAll(() => product?.close());

type AnyCall = (input: object) => Promise<unknown>;

const inputOf = ({ example }: EndpointShape): object => ({
  ...example?.params,
  ...example?.query,
  ...(example?.body as object | undefined),
});

/** The same as the service answers it without a client, in the client's form. */
const answerTo = async (shape: EndpointShape): Promise<unknown> => {
  const answer = await product.app.inject({
    method: shape.method,
    url: exampleUrl(shape.path, shape.example ?? {}),
    headers: { authorization: `Bearer ${product.token}`, accept: 'image/webp, application/json' },
    ...(shape.example?.body === undefined ? {} : { payload: shape.example.body as object }),
  });
  expect(answer.statusCode).toBe(200);
  if (shape.bare?.[0]?.startsWith('image/'))
    return { type: answer.headers['content-type'], bytes: new Uint8Array(answer.rawPayload).buffer };
  if (shape.bare) return answer.json();
  const { data, page, total, regs } = answer.json();
  return shape.shape === 'page' ? { items: data, page, total, regs, more: false } : data;
};

describe('every call of the client', () => {
  for (const shape of ENDPOINTS.filter((shape) => isOfClient(shape) && !shape.endless))
    it(`${callName(shape)} succeeds with the example of the documentation`, async () => {
      const call = client[callName(shape) as keyof Client] as unknown as AnyCall;
      const given = await call(inputOf(shape));
      const told = await answerTo(shape);
      // The day goes on between the two.
      if (shape.name === 'usage') expect(Object.keys(given as object)).toEqual(Object.keys(told as object));
      else expect(given).toEqual(told);
    });
});

it('a stream goes on behind what was handled', async () => {
  const write = async (key: number): Promise<number> => {
    const { rows } = await db.query<{ id: number }>(
      `insert into change (kind, record_id, action) values ('movie', $1, 'update') returning id`,
      [key],
    );
    await publish(db, CATALOGUE_CHANGED);
    return rows[0]?.id ?? 0;
  };
  let cursor = `c${await write(51)}`;
  await write(52);
  await write(53);
  const onCursor = (next: string): void => {
    cursor = next;
  };
  const seen: string[] = [];
  // What a loop is left with was not handled, and comes again.
  for (const most of [1, 4])
    for await (const { imdbId } of client.changesStream({ since: cursor }, { onCursor })) {
      seen.push(imdbId);
      if (seen.length === 3) await write(54);
      if (seen.length >= most) break;
    }
  expect(seen).toEqual(['tt0000052', 'tt0000052', 'tt0000053', 'tt0000054']);
});
