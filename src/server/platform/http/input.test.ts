import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contracts/index.ts';
import { Failure } from '#server/kernel/failure.ts';
import { type InputPart, inputCheck } from './input.ts';

const failed = (schema: TSchema, part: InputPart, value: unknown): Failure => {
  const checked = inputCheck(schema, part)(value);
  if ('error' in checked && checked.error instanceof Failure) return checked.error;
  throw new Error(`let through: ${JSON.stringify(checked)}`);
};
const passed = (schema: TSchema, part: InputPart, value: unknown): unknown => {
  const checked = inputCheck(schema, part)(value);
  if ('error' in checked) throw checked.error;
  return checked.value;
};

const said = ({ message }: { readonly message: string }): string => message;

const query = Type.Object(
  {
    q: Type.String({ minLength: 1 }),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    share: Type.Optional(Type.Number()),
    exact: Type.Optional(Type.Boolean()),
    type: Type.Optional(Type.Enum(['M', 'S'])),
  },
  { additionalProperties: false },
);
const asked = (more: object) => ({ q: 'x', ...more });

it('is checked by schemas that can all be compiled, which a server does for the first request only', () => {
  for (const { params, query: asks, body } of ENDPOINTS)
    for (const schema of [params, asks, body])
      if (schema !== undefined && schema !== 'any') expect(() => inputCheck(schema, 'body')({})).not.toThrow();
});

it.each(['search', 'suggest', 'public_suggest', 'admin_suggest', 'movie_search', 'name_search'])(
  'is, for %s, something to look for',
  (name) => {
    const { query: asks } = ENDPOINTS.find((one) => one.name === name) ?? {};
    for (const text of ['', ' ', '\u3000\t', 'x'.repeat(201)])
      expect(failed(asks as TSchema, 'querystring', { q: text, title: text, name: text }).details.map(said)).toContain(
        'must be 1 to 200 characters long, and not only spaces',
      );
  },
);

describe('text of a query', () => {
  it.each(['true', 'TRUE', 'True', '1'])('reads %s as true', (text) => {
    expect(passed(query, 'querystring', asked({ exact: text }))).toEqual({ q: 'x', exact: true });
  });
  it.each(['false', 'FALSE', '0'])('reads %s as false', (text) => {
    expect(passed(query, 'querystring', asked({ exact: text }))).toEqual({ q: 'x', exact: false });
  });
  it.each(['', 'yes', '2', '01', 'constructor', 'tostring', '__proto__'])("takes '%s' for no boolean", (text) => {
    expect(failed(query, 'querystring', asked({ exact: text })).details).toEqual([
      { field: 'exact', message: 'must be true, false, 1 or 0' },
    ]);
  });

  it('reads numbers', () => {
    expect(passed(query, 'querystring', asked({ page: '100', share: '-0.25' }))).toEqual({
      q: 'x',
      page: 100,
      share: -0.25,
    });
  });
  it.each(['', ' 1', '1 ', '+1', '1e1', '0x1', '1.0', '1.5', 'NaN', 'Infinity', '9'.repeat(16), '１'])(
    "takes '%s' for no whole number",
    (text) => {
      expect(failed(query, 'querystring', asked({ page: text })).details).toEqual([
        { field: 'page', message: 'must be a whole number from 1 to 100' },
      ]);
    },
  );
  it.each(['.5', '1.', '1,5', '1e3', '--1'])("takes '%s' for no number", (text) => {
    expect(failed(query, 'querystring', asked({ share: text })).details[0]?.field).toBe('share');
  });
  it.each(['0', '-1', '101'])('refuses the number %s', (text) => {
    const { reason, status, details } = failed(query, 'querystring', asked({ page: text }));
    expect({ reason, status, details }).toEqual({
      reason: 'invalid_parameter',
      status: 400,
      details: [{ field: 'page', message: 'must be a whole number from 1 to 100' }],
    });
  });

  it('leaves text as it is, whatever it looks like', () => {
    expect(passed(query, 'querystring', { q: '1' })).toEqual({ q: '1' });
  });
  it('leaves what it was given untouched', () => {
    const given = { q: 'x', page: '2' };
    passed(query, 'querystring', given);
    expect(given).toEqual({ q: 'x', page: '2' });
  });
});

describe('a refusal', () => {
  it('names every field, each once, and says the same as text', () => {
    const { details, message } = failed(query, 'querystring', { page: 'x', type: 'm', more: '1', other: '2' });
    expect(details).toEqual([
      { field: 'q', message: 'is missing' },
      { field: 'more', message: 'is not known here' },
      { field: 'other', message: 'is not known here' },
      { field: 'page', message: 'must be a whole number from 1 to 100' },
      { field: 'type', message: 'must be one of M, S' },
    ]);
    expect(message).toBe(
      'q is missing; more is not known here; other is not known here; page must be a whole number from 1 to 100; type must be one of M, S',
    );
  });

  it('names a parameter that is given more than once', () => {
    expect(failed(query, 'querystring', { q: ['a', 'b'], page: ['1', '1'] }).details).toEqual([
      { field: 'q', message: 'is given more than once' },
      { field: 'page', message: 'is given more than once' },
    ]);
  });

  it('is not misled by names that every object has', () => {
    const given = Object.assign(Object.create(null), { q: 'x', toString: '1', ['__proto__']: '2' });
    expect(failed(query, 'querystring', given).details.map(({ field }) => field)).toEqual(['__proto__', 'toString']);
  });

  it('names ten fields and no more, however many are wrong', () => {
    const wrong = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, '\0']));
    expect(failed(query, 'querystring', wrong).details).toHaveLength(10);
    const lists = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, ['1', '2']]));
    expect(failed(query, 'querystring', lists).details).toHaveLength(10);
  });

  it('of more parameters than anybody needs does not look at them', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p${at}`, '1']));
    expect(failed(query, 'querystring', many).details).toEqual([{ field: '', message: 'holds too many parameters' }]);
  });

  it('does not repeat a name of any length', () => {
    expect(failed(query, 'querystring', asked({ ['y'.repeat(5_000)]: '1' })).message.length).toBeLessThan(200);
  });

  it('of an id has a reason of its own, unless it is missing or repeated', () => {
    const params = Type.Object({ imdbId: Type.String({ pattern: '^tt\\d{7,10}$', 'x-reason': 'malformed_id' }) });
    expect(failed(params, 'params', { imdbId: 'tt1' }).reason).toBe('malformed_id');
    expect(failed(params, 'querystring', {}).reason).toBe('invalid_parameter');
    expect(failed(params, 'querystring', { imdbId: ['tt0000001', 'tt0000001'] }).reason).toBe('invalid_parameter');
  });
});

describe('a truth in a body', () => {
  const body = Type.Object({
    flag: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, 'x-flag': true })),
    all: Type.Optional(Type.Array(Type.Object({ on: Type.Boolean() }))),
    most: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  });
  it.each([
    [true, 1],
    [false, 0],
    [1, 1],
    [0, 0],
    ['true', 1],
    ['FALSE', 0],
    ['1', 1],
  ])('%j is read as a flag', (given, flag) => {
    const sent = { flag: given, all: [{ on: given }, { on: flag }] };
    const copy = structuredClone(sent);
    expect(passed(body, 'body', sent)).toEqual({ flag, all: [{ on: flag === 1 }, { on: flag === 1 }] });
    expect(sent).toEqual(copy);
  });
  it.each([2, 'yes', null, [1], {}, 'constructor', 0.5])('%j is none', (flag) => {
    expect(
      failed(body, 'body', { flag, all: [{ on: flag }] })
        .details.map(({ field }) => field)
        .sort(),
    ).toEqual(['all.0.on', 'flag']);
  });
  it('is none where a number is asked for, or the rest is of the wrong form', () => {
    expect(failed(body, 'body', { most: true }).details[0]?.field).toBe('most');
    expect(failed(body, 'body', { all: { on: 1 } }).details[0]?.field).toBe('all');
    expect(failed(body, 'body', [1]).details[0]?.field).toBe('');
  });
});

describe('a body', () => {
  const body = Type.Object({
    ids: Type.Array(Type.Integer()),
    deep: Type.Optional(Type.Object({ on: Type.Boolean() })),
  });

  it('is taken as it is but for its truths: text is no number', () => {
    const { reason, details } = failed(body, 'body', { ids: ['1'], deep: { on: 'yes' } });
    expect(reason).toBe('invalid_body');
    expect(details).toEqual([
      { field: 'ids.0', message: 'must be a whole number' },
      { field: 'deep.on', message: 'must be true, false, 1 or 0' },
    ]);
  });

  it('names what is missing within', () => {
    expect(failed(body, 'body', { ids: [], deep: {} }).details).toEqual([{ field: 'deep.on', message: 'is missing' }]);
  });

  it.each([undefined, null, 'text', 3])('is no object when it is %s', (value) => {
    expect(failed(body, 'body', value).details).toEqual([{ field: '', message: 'must be an object' }]);
  });

  it('is looked through however deep it is, and no further than ten problems', () => {
    let deep: unknown = 'a\0';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const [detail] = failed(body, 'body', { ids: [], more: deep }).details;
    expect(detail?.message).toBe('must not hold NUL');
    expect(detail?.field).toMatch(/^more(\.0){48}/);
    expect(detail?.field).toHaveLength(100);
    const all = failed(Type.Array(Type.String()), 'body', Array(50_000).fill('\0'));
    expect(all.details.map(({ field }) => field)).toEqual(Array.from({ length: 10 }, (_, at) => `${at}`));
    expect(all.message.length).toBeLessThan(500);
  });

  it('holds no half of a character, however deep, and every whole one', () => {
    const names = Type.Object({ all: Type.Array(Type.Object({ name: Type.String() })) });
    for (const half of ['b\ud800', '\udc00', '\udc00\ud800', 'a\ud83d b']) {
      const { reason, details } = failed(names, 'body', { all: [{ name: 'a' }, { name: half }] });
      const message = 'must not hold half of a character';
      expect([reason, details]).toEqual(['invalid_body', [{ field: 'all.1.name', message }]]);
    }
    expect(passed(names, 'body', { all: [{ name: '🎬\ufffd' }] })).toEqual({ all: [{ name: '🎬\ufffd' }] });
  });

  it('holds no NUL, however deep', () => {
    const names = Type.Object({ all: Type.Array(Type.Object({ name: Type.String() })) });
    const { reason, details } = failed(names, 'body', { all: [{ name: 'a' }, { name: 'b\0' }] });
    expect([reason, details]).toEqual(['invalid_body', [{ field: 'all.1.name', message: 'must not hold NUL' }]]);
  });
});

describe('a body that may be left out', () => {
  const body = Type.Optional(Type.Object({ text: Type.String() }, { additionalProperties: false }));

  it.each([undefined, null])('is nothing when it is %s', (sent) => {
    expect(passed(body, 'body', sent)).toBeUndefined();
    expect(() => passed(Type.Object({ text: Type.String() }), 'body', sent)).toThrow(Failure);
  });

  it('is checked when it is there', () => {
    expect(passed(body, 'body', { text: 'x' })).toEqual({ text: 'x' });
    expect(failed(body, 'body', { text: 1 }).details[0]?.field).toBe('text');
  });
});
