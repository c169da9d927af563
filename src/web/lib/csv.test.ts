import { expect, it } from 'vitest';
import { csvRows } from './csv.ts';

it('has a line for each row', () => {
  const rows = [
    ['Date', 'Requests'],
    ['2026-03-01', 1204],
  ];
  expect(csvRows(rows)).toBe('Date,Requests\r\n2026-03-01,1204\r\n');
});

it.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@x', `"'@x"`],
  ['\t=1', `"'\t=1"`],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['two\nlines', '"two\nlines"'],
  [-5, '-5'],
  [null, ''],
])('writes %o so that it stays what it is', (cell, written) => expect(csvRows([[cell]])).toBe(`${written}\r\n`));
