import { expect, it } from 'vitest';
import { type Exported, write } from './export.ts';

interface Row {
  readonly id: number;
  readonly name: string | null;
}
const rowsOf = (rows: readonly Row[], size: number, total = rows.length): Exported<Row> => ({
  fields: [
    { head: 'ID', value: ({ id }) => id },
    { head: 'NAME', value: ({ name }) => name },
  ],
  key: ({ id }) => id,
  page: async (page) => ({ rows: rows.slice((page - 1) * size, page * size), total }),
});
const going = () => new AbortController().signal;
const many = Array.from({ length: 25 }, (_, id) => ({ id, name: `n${id}` }));

it('a spreadsheet takes nothing for a formula', async () => {
  const { parts } = await write(rowsOf([{ id: 1, name: '=1+1' }], 20), 'csv', going(), () => undefined);
  expect(parts.join('')).toBe(`ID,NAME\r\n1,"'=1+1"\r\n`);
});

it('pages come one after the other, each record once, with how far it is', async () => {
  const progress: number[] = [];
  const again = [...many.slice(0, 10), ...many.slice(8)];
  const { parts, records, isCut } = await write(rowsOf(again, 10), 'json', going(), (done) => progress.push(done));
  expect(JSON.parse(parts.join('')).map(({ ID }: { ID: number }) => ID)).toEqual(many.map(({ id }) => id));
  expect([records, isCut, progress]).toEqual([25, false, [10, 18, 25, 25]]);
});

it('what is too much is cut, and said', async () => {
  expect(await write(rowsOf(many, 10), 'csv', going(), () => undefined, 12)).toMatchObject({
    records: 12,
    isCut: true,
  });
  expect(await write(rowsOf(many, 10), 'csv', going(), () => undefined, 25)).toMatchObject({
    records: 25,
    isCut: false,
  });
});

it('ends when it is given up, and where there is nothing', async () => {
  const stop = new AbortController();
  const given = write(rowsOf(many, 10), 'csv', stop.signal, () => stop.abort(new Error('enough')));
  await expect(given).rejects.toThrow('enough');
  expect((await write(rowsOf([], 10, 40), 'json', going(), () => undefined)).records).toBe(0);
});
