import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered } from '#server/modules/audit/audit.fixture.ts';
import { createLogs } from '#server/platform/log.ts';
import { testDatabase } from '#test/support/database.ts';
import { FORMULA_CELL, HOSTILE, HOSTILE_TEXTS, UNSAFE } from '#test/support/hostile.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

/** Whatever strangers make the product log or audit, through every way on which it comes out. */

/** Characters of one text that was logged, with what is said of a cut, and of a line with all of them. */
const LONGEST_TEXT = 8_250;
const LONGEST_LINE = 66_000;

/** A line with a text in all its places as it is written, and as whoever keeps lines is given it. */
const logged = (text: string, forPeople: boolean) => {
  let out = '';
  const kept: string[] = [];
  const logs = createLogs({
    ...{ level: 'info', isOutage: () => false, forPeople },
    write: (line) => {
      out += line;
    },
    onLine: (line) => kept.push(line),
  });
  logs({ module: 'catalog.import', category: 'movie' }).info({ agent: text, [`k${text}`]: 1, deep: [text] }, text);
  return { out, kept };
};

describe.each(HOSTILE)('%s', (_, text) => {
  const isLong = text.length > LONGEST_TEXT;

  it('is one line on a terminal, which obeys nothing of it', () => {
    const { out } = logged(text, true);
    const line = out.replaceAll(/\p{Cc}\[\d+m/gu, '');
    expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}catalog\.import /);
    expect(line.slice(0, -1)).not.toMatch(UNSAFE);
    expect(line.endsWith('\n')).toBe(true);
    expect(line.length).toBeLessThan(LONGEST_LINE);
  });

  it('is one line of JSON with the same meaning', () => {
    const { out } = logged(text, false);
    expect(out.slice(0, -1)).not.toMatch(UNSAFE);
    expect(out.length).toBeLessThan(2 * LONGEST_LINE);
    const line = JSON.parse(out);
    expect(line).toMatchObject({ level: 30, module: 'catalog.import' });
    expect(
      isLong ? line.msg.length < LONGEST_TEXT && text.startsWith(line.msg.slice(0, 8_000)) : line.msg === text,
    ).toBe(true);
  });
});

const db = await testDatabase('sample');
let product: ProductInMemory;
let authorization = '';

beforeAll(async () => {
  product = await productOn(db);
  authorization = `Bearer ${await product.signIn('admin@example.org', { admin: true })}`;
  for (const text of HOSTILE_TEXTS) {
    for (const line of logged(text, false).kept) product.lines.add(line);
    product.audit.record(
      answered({
        url: `/api/v1/hostile/${text}`,
        ip: text,
        method: text,
        headers: { 'user-agent': text, referer: text },
      }),
    );
  }
  await product.logTable.flush();
  await product.audit.flush();
});
afterAll(() => product.close());

const ask = (path: string) => product.app.inject({ url: `/api/admin/${path}`, headers: { authorization } });

/** What was meant by a text that is kept: its codes read, and a cut one as far as it goes. */
const meaning = (kept: string): string =>
  kept.replace(/\\u\{(\w+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Texts within the strings of an answer, at whatever depth. */
const stringsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
};

interface Row {
  readonly log?: string;
  readonly uri?: string;
  readonly ip?: string;
  readonly method?: string;
}

describe.each([
  { list: 'logs', query: 'category=1', of: ({ log }: Row) => [log], before: 'catalog.import ', longest: LONGEST_TEXT },
  {
    ...{ list: 'audit', query: 'uri=/hostile/&others=1', before: '/api/v1/hostile/', longest: 2_000 },
    of: ({ uri, ip, method }: Row) => [uri, ip, method],
  },
])('the table of $list', ({ list, query, of, before, longest }) => {
  const rowsOf = async (): Promise<readonly Row[]> => (await ask(`${list}?${query}&regs=200`)).json().data;

  it('answers every text as one harmless line that means the same', async () => {
    const answer = await ask(`${list}?${query}&regs=200`);
    expect([answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ]);
    const rows: readonly Row[] = answer.json().data;
    expect(rows).toHaveLength(HOSTILE.length);
    for (const text of stringsOf(rows)) {
      expect(text).not.toMatch(UNSAFE);
      expect(text.length).toBeLessThanOrEqual(longest);
    }
    const kept = rows.map((row) => meaning(String(of(row)[0])));
    for (const [name, text] of HOSTILE)
      expect(
        kept.some((one) => one.includes(`${before}${text.slice(0, 100)}`)),
        name,
      ).toBe(true);
  });

  it('leaves as JSON lines with what the list shows', async () => {
    const { body } = await ask(`${list}/export?${query}&format=jsonl`);
    expect(body.replaceAll('\n', '')).not.toMatch(UNSAFE);
    const lines: readonly Row[] = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(of)).toEqual((await rowsOf()).map(of));
  });

  it('leaves as CSV of as many rows, in which no spreadsheet finds a formula', async () => {
    const { body } = await ask(`${list}/export?${query}`);
    const [head = '', ...rows] = body.slice(0, -2).split('\r\n');
    expect(head.startsWith('\ufeff')).toBe(true);
    expect(rows).toHaveLength(HOSTILE.length);
    for (const row of rows) {
      expect(row).not.toMatch(UNSAFE);
      for (const cell of row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)) expect(cell).not.toMatch(FORMULA_CELL);
    }
  });
});
