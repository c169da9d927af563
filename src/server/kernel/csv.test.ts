import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomRuns } from '#test/support/runs.ts';
import { csvRow } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['', '""'],
  [null, ''],
  [0, '0'],
  [-5.25, '-5.25'],
  [Number.NaN, ''],
  [true, 'true'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['two\r\nlines\rmore\n', '"two\nlines\nmore\n"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@x', `"'@x"`],
  ['＝1', `"'＝1"`],
  ['＠x', `"'＠x"`],
  ['\t=1', `"'\t'=1"`],
  ['\tx', `"'\tx"`],
  ['\r=1', `"'\n'=1"`],
  ['  =1', `"'  =1"`],
  ['"=1"', `"'""=1"""`],
  ['\u200b\ufeff“=1', `"'\u200b\ufeff“=1"`],
  ['a;=cmd()', `"a;'=cmd()"`],
  ['a|-1', `"a|'-1"`],
  ['a\n\n @x', `"a\n\n' @x"`],
  ['x=1', 'x=1'],
  ['a; b', '"a; b"'],
  ['\0\u001b[31m\u009b\u2028\u202e', '\\u0000\\u001b[31m\\u009b\\u2028\\u202e'],
  ['\ud800x', '\ufffdx'],
])('writes %j so that it stays what it is', (cell, written) => expect(csvRow([cell])).toBe(`${written}\r\n`));

const hostile = fc
  .array(
    fc.constantFrom(
      ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\r\n', ' ', '\u00a0', '\u200b', '\ufeff'],
      ...['"', "'", ',', ';', '|', '\0', '\u001b[2J', '\u202e', '\ud800', '“', 'a', '1', 'cmd()'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

it('gives no reader a formula, whatever it takes for the end of a cell', () =>
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (cells) => {
      const row = csvRow(cells);
      expect(row.endsWith('\r\n')).toBe(true);
      expect(row.slice(0, -2)).not.toMatch(/\r|[^\P{Cc}\t\n]/u);
      for (const end of [';', '\t', '|'])
        for (const cell of row.split('\n').flatMap((line) => line.split(end)))
          expect(cell).not.toMatch(/^[\s"“\u200b]*[=+\-@＝＋－＠]/);
    }),
    { numRuns: randomRuns(2_000) },
  ));

it('takes no longer than the text is long', () => {
  for (const sign of ['\t', ' ', '"', '\n ', ';']) expect(csvRow([sign.repeat(200_000)]).length).toBeGreaterThan(0);
});
