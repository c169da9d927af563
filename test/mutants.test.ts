import { describe, expect, it } from 'vitest';
import { apply, mutantsOf } from '../scripts/mutate/mutants.ts';

/** What every mutant makes of a piece of code. */
const made = (source: string): string[] => mutantsOf('file.ts', source).map((mutant) => apply(source, mutant));

describe('a mutant', () => {
  it.each([
    ['x = a < b', ['x = ((a) <= (b))', ';']],
    ['x = a >= b', ['x = ((a) > (b))', ';']],
    ['const x = a === b', ['const x = ((a) !== (b))']],
    ['const x = a && b', ['const x = ((a) || (b))']],
    ['const x = a ?? b', ['const x = ((a) && (b))']],
    ['const x = !a', ['const x = (a)']],
    ['const x = a + b', ['const x = ((a) - (b))']],
    ["const x = a + ' of '", []],
    ['const x = 7', ['const x = 8']],
    ['const x = true', ['const x = false']],
    ["const x = 'word'", ["const x = ''"]],
    ["const x = 'A sentence for people.'", []],
    ["const x = { 'a-key': y }", []],
    ['const x = /^a$/i', ['const x = /a$/i', 'const x = /^a/i']],
    ['const x = /a\\$/', []],
    ['const x = a ? b : c', ['const x = !(a) ? b : c']],
    ['if (a) b();', ['if (!(a)) b();', 'if (false) b();', 'if (a) ;']],
  ])('of %s', (source, mutants) => expect(made(source).sort()).toEqual([...mutants].sort()));

  it('leaves types and imports alone', () => {
    const types =
      "import x from 'x';\nexport * from 'y';\ntype A = 'a' | 1;\nconst a = <T extends 1>(b: 2): 3 => b as 4;";
    expect(made(types)).toEqual([]);
  });

  it('is found within what TypeScript adds to an expression', () => {
    expect(made('const a = (b < c) as boolean;')).toEqual(['const a = (((b) <= (c))) as boolean;']);
  });

  it('tells its line and what it was', () => {
    expect(mutantsOf('file.ts', '\n\nconst a = 1;')[0]).toMatchObject({ line: 3, before: '1', after: '2' });
  });
});
