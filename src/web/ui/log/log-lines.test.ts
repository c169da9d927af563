import { describe, expect, it } from 'vitest';
import { found, joined, lineText } from './log-lines.ts';

const texts = (lines: readonly { readonly text: string }[]): string => lines.map(({ text }) => text).join('');
const of = (text: string) => joined([], [...text]);

describe('the lines of a log', () => {
  it.each([
    ['', 'abc', 'abc'],
    ['abc', 'abc', 'abc'],
    ['abc', 'bcd', 'abcd'],
    ['abc', 'abcde', 'abcde'],
    ['aab', 'abaac', 'aabaac'],
    ['abc', '', 'abc'],
  ])('%j and then %j are %j', (known, messages, all) => expect(texts(joined(of(known), [...messages]))).toBe(all));

  it('begin anew where some were missed, with numbers that go on', () => {
    expect(joined(of('abc'), ['x', 'y'])).toEqual([
      { number: 4, text: 'x' },
      { number: 5, text: 'y' },
    ]);
  });

  it('are kept up to a thousand', () => {
    let lines = of('');
    for (let at = 0; at < 1_200; at++) lines = joined(lines, [`line ${at - 1}`, `line ${at}`]);
    expect([lines.length, lines[0]?.text]).toEqual([1_000, 'line 200']);
  });

  it('are found in whatever case, and written with what is known of them', () => {
    const lines = joined([], ['Fetched tt0068646', 'Failed']);
    expect(found(lines, ' FETCH ').map(lineText)).toEqual(['Fetched tt0068646']);
    expect(found(lines, '  ')).toBe(lines);
    expect(lineText({ number: 1, text: 'x', level: 'WARN', at: '2026-05-17T10:00:00Z' })).toMatch(
      /^2026-05-1\d \d\d:00:00 WARN x$/,
    );
  });
});
