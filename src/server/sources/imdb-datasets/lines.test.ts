import { describe, expect, it } from 'vitest';
import { FileRefused } from '../open-file.ts';
import { createLines } from './lines.ts';

const HEADER = 'tconst\taverageRating\tnumVotes';
const read = (text: string | Buffer, size = 1 << 20) => {
  const lines = createLines('title.ratings');
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(lines.push(bytes.subarray(at, at + size)));
  out.push(lines.end());
  return { rows: Buffer.concat(out).toString(), ...lines.counts };
};

describe('createLines', () => {
  const text = `${HEADER}\ntt0000001\t5.1\t10\ntt0000002\t6.2\t20\ntt10000000\t7.3\t30\n`;
  const rows = '0000001\t5.1\t10\n0000002\t6.2\t20\n10000000\t7.3\t30\n';

  it('reads the same whatever the chunks', () => {
    for (const size of [1, 2, 7, 40, 1000]) expect(read(text, size)).toMatchObject({ rows, read: 3, malformed: 0 });
  });

  it('takes a file without a last line end, with CR LF or a byte order mark', () => {
    expect(read(text.slice(0, -1)).rows).toBe(rows);
    expect(read(text.replaceAll('\n', '\r\n')).rows).toBe(rows);
    expect(read(`\uFEFF${text}`).rows).toBe(rows);
  });

  it('goes by the names of the header', () => {
    const moved = 'extra\tnumVotes\ttconst\taverageRating\nx\t10\ttt0000001\t5.1\n';
    expect(read(moved).rows).toBe('0000001\t5.1\t10\n');
    expect(read(`${HEADER}\timg\ntt0000001\t5.1\t10\t\\N\n`).rows).toBe('0000001\t5.1\t10\n');
  });

  it('refuses a header without a needed column and an empty file', () => {
    expect(() => read('tconst\tnumVotes\ntt0000001\t1\n')).toThrow(/the header has no averageRating/);
    expect(() => read('')).toThrow(FileRefused);
  });

  it('counts malformed lines, names them and goes on', () => {
    const bad = Buffer.concat([
      Buffer.from(`${HEADER}\ntt0000001\t5.1\n\ntt0000002\t6.2\t20\n`),
      Buffer.from([0x74, 0x74, 0xff, 9, 0x31, 9, 0x31, 10]),
      Buffer.from('tt0000003\t6.2\t2\0\ntt0000004\tx\t4\n'),
    ]);
    const { rows: kept, ...counts } = read(bad);
    expect(kept).toBe('0000002\t6.2\t20\n');
    expect(counts).toMatchObject({ read: 6, malformed: 5 });
    expect(counts.problems.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: 2 columns instead of 3',
      '3: is empty',
      '5: is not UTF-8 text',
      '6: is not UTF-8 text',
      "7: averageRating is 'x'",
    ]);
  });

  it('notices whether keys can be there twice', () => {
    const order = (...ids: string[]) => {
      const { byNumber, byLetter } = read(`${HEADER}\n${ids.map((id) => `${id}\t1.0\t1\n`).join('')}`);
      return { byNumber, byLetter };
    };
    expect(order('tt0000001', 'tt9000000', 'tt10000000')).toEqual({ byNumber: true, byLetter: false });
    expect(order('tt0000001', 'tt10000000', 'tt9000000')).toEqual({ byNumber: false, byLetter: true });
    expect(order('tt0000001', 'tt0000001')).toEqual({ byNumber: false, byLetter: false });
  });
});
