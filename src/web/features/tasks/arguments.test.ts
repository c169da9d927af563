import { describe, expect, it } from 'vitest';
import { argumentsOf, unknownIn, valuesOf, withValue } from './arguments.ts';

describe('the arguments of a type', () => {
  it('are fields of what its schema says', () => {
    const properties = {
      from: { type: 'string', description: 'A folder or an address' },
      days: { type: 'integer', minimum: 1, maximum: 3650 },
      complete: { type: 'boolean', description: 'Every record.' },
      format: { anyOf: [{ const: 'jsonl' }, { const: 'csv' }] },
      level: { enum: ['INFO', 'WARN'], type: 'string' },
    };
    expect(argumentsOf({ type: 'object', properties })).toEqual([
      { name: 'from', kind: 'text', about: 'A folder or an address.', choices: [] },
      { name: 'days', kind: 'whole', about: 'A whole number, at least 1, at most 3650.', choices: [] },
      { name: 'complete', kind: 'truth', about: 'Every record.', choices: [] },
      { name: 'format', kind: 'text', about: '', choices: ['jsonl', 'csv'] },
      { name: 'level', kind: 'text', about: '', choices: ['INFO', 'WARN'] },
    ]);
    expect(argumentsOf(undefined)).toEqual([]);
  });

  it('that a text gives and the type does not know are named', () => {
    const known = argumentsOf({ properties: { days: { type: 'integer' } } });
    expect(unknownIn('--days=3 --weeks=1 --all', known)).toEqual(['weeks', 'all']);
  });
});

describe('a text', () => {
  it('is read as the server reads it', () => {
    const values = valuesOf('--from="a folder"  --days=30 --complete --days=31 --empty= stray');
    expect([...values]).toEqual([
      ['from', 'a folder'],
      ['days', '30'],
      ['complete', 'true'],
      ['empty', ''],
    ]);
  });

  it.each([
    ['', 'days', '3', '--days=3'],
    ['--a=1', 'days', '3', '--a=1 --days=3'],
    ['--a=1 --days=2 --b', 'days', '3', '--a=1 --days=3 --b'],
    ['--a=1 --days=2 --b', 'days', '', '--a=1 --b'],
    ['--days=2 --days=3 --b', 'days', '4', '--days=4  --b'],
    ['--days', 'days', '4', '--days=4'],
    ['stray --a="x y"', 'b', 'two words', 'stray --a="x y" --b="two words"'],
    ['', 'b', 'say "x"', '--b="say x"'],
    ['--a=1', 'b', '', '--a=1'],
  ])('%j with %s=%j is %j', (text, name, value, then) => {
    expect(withValue(text, name, value)).toBe(then);
  });

  it('and its fields stay in step, whatever is typed', () => {
    for (const value of ['1', 'a b', '--x', 'ä=ö', '/tmp/"q"'])
      expect(valuesOf(withValue('--first=1 --of --last="a b"', 'of', value)).get('of')).toBe(value.replaceAll('"', ''));
  });
});
