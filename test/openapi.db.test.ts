import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failed, Page, Single } from '#contracts/envelope.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import committed from '#server/app/examples.generated.json' with { type: 'json' };
import { testDatabase } from '#test/support/database.ts';
import { exampleAnswers } from '#test/support/examples.ts';
import { exampleUrl, type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
beforeAll(async () => {
  product = await productOn(db);
});
afterAll(() => product.close());

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >;
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const answer = await product.app.inject({ url: '/openapi.json' });
    const { valid, errors } = await new Validator().validate(answer.json());
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(answer.json<Document>().openapi).toBe('3.1.0');
  });

  it('describes every endpoint once, those of the data API with an example answer', async () => {
    const { paths } = (await product.app.inject({ url: '/openapi.json' })).json<Document>();
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations.map((one) => one.operationId).sort()).toEqual(ENDPOINTS.map((shape) => shape.name).sort());
    const ofPeople = new Set(
      ENDPOINTS.filter(({ path }) => /^\/api\/(auth|user|admin)\//.test(path)).map(({ name }) => name),
    );
    const bare = operations.filter((one) => {
      if (ofPeople.has(one.operationId)) return false;
      const content = Object.entries(one.responses['200']?.content ?? {});
      return content.some(([type, media]) => type === 'application/json' && media.example === undefined);
    });
    expect(bare.map((one) => one.operationId)).toEqual([]);
  });

  it('shows the examples that the product gives today (node scripts/make-examples.ts renews them)', async () => {
    expect(await exampleAnswers(product)).toEqual(committed);
  });
});

describe('the answer of every operation', () => {
  for (const shape of ENDPOINTS.filter(({ example }) => example !== undefined)) {
    it(`${shape.name} has the documented shape`, async () => {
      const answer = await product.app.inject({
        method: shape.method,
        url: exampleUrl(shape.path, shape.example ?? {}),
        headers: { authorization: `Bearer ${product.token}` },
        ...(shape.example?.body === undefined ? {} : { payload: shape.example.body as object }),
      });
      expect(answer.statusCode).toBe(200);
      if (shape.bare) {
        expect(shape.bare.some((type) => String(answer.headers['content-type']).startsWith(type))).toBe(true);
        return;
      }
      const schema = Compile(shape.shape === 'page' ? Page(shape.reply) : Single(shape.reply));
      expect(schema.Check(answer.json()) ? [] : schema.Errors(answer.json()).slice(0, 5)).toEqual([]);
      expect(Object.keys(answer.json())).toEqual(['code', 'data', 'error', 'page', 'total', 'regs']);
    });
  }

  const failing = [
    '/api/v1/movie/tt9999999',
    '/api/v1/movie/nm0000199',
    '/api/v1/movie/tt0068646?x=1',
    '/api/v1/nothing',
    '/api/v1/name/nm9999999/quotes',
    '/api/v1/movie/tt0903747/season/99',
  ];
  for (const url of failing) {
    it(`${url} fails in the documented shape`, async () => {
      const answer = await product.get(url);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(Compile(Failed).Errors(answer.json())).toEqual([]);
      expect(Object.keys(answer.json())).toEqual([
        'code',
        'data',
        'error',
        'page',
        'total',
        'regs',
        'reason',
        'details',
      ]);
      expect(answer.json().code).toBe(answer.statusCode);
    });
  }
});

describe('every record of the embedded catalogue', () => {
  it('has the documented shape with all of its parts', async () => {
    const ids = (
      await db.query<{ id: string }>(`select title_ref(id) as id from title union all select name_ref(id) from person`)
    ).rows.map((row) => row.id);
    const shape = ENDPOINTS.find((one) => one.name === 'batch');
    if (!shape) throw new Error('there is no batch');
    const schema = Compile(Single(shape.reply));
    for (let at = 0; at < ids.length; at += 200) {
      const answer = await product.app.inject({
        method: 'POST',
        url: '/api/v1/batch',
        headers: { authorization: `Bearer ${product.token}` },
        payload: { ids: ids.slice(at, at + 200), include: ['all'] },
      });
      expect(schema.Check(answer.json()) ? [] : schema.Errors(answer.json()).slice(0, 3)).toEqual([]);
    }
  });
});
