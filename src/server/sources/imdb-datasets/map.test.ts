import { describe, expect, it } from 'vitest';
import { CREW_TYPES } from '#contracts/crew.ts';
import { type ImdbFile, TYPE_OF } from './files.ts';
import { mapperOf } from './map.ts';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');
const chars = (text: string): string => Buffer.from(text, 'latin1').toString();

/** Maps one line written as it stands in a file; a problem comes back as its reason in brackets. */
const map = (file: ImdbFile, line: string): string => {
  const rows = mapperOf(file)(bytes(line).split('\t'));
  return typeof rows === 'string' ? chars(rows) : `[${rows.problem}]`;
};

const basics = (over: Readonly<Record<number, string>>): string => {
  const cells = ['tt0000007', 'movie', 'Mill', 'Moulin', '0', '1931', '\\N', '88', 'Drama,Sci-Fi'];
  return map('title.basics', cells.map((cell, i) => over[i] ?? cell).join('\t'));
};

const principal = (over: { category?: string; job?: string; characters?: string; ordering?: string }): string =>
  map(
    'title.principals',
    `tt0000007\t${over.ordering ?? '3'}\tnm0000005\t${over.category ?? 'actor'}\t${over.job ?? '\\N'}\t${over.characters ?? '\\N'}`,
  );
const characters = (cell: string): string | undefined => principal({ characters: cell }).split('\t')[4];

describe('title.basics', () => {
  it('becomes a row of the staging table', () => {
    expect(basics({})).toBe('0000007\tM\tMill\tMoulin\tf\t1931\t\\N\t88\t{Drama,Sci-Fi}\n');
    expect(basics({ 0: 'tt12345678', 4: '1' })).toMatch(/^12345678\tM\tMill\tMoulin\tt\t/);
  });

  it.each(Object.entries(TYPE_OF))('%s is %s', (written, type) => {
    expect(basics({ 1: written })).toContain(`\t${type}\t`);
  });

  it('keeps nulls and every script', () => {
    expect(basics({ 3: '\\N', 5: '\\N', 7: '\\N', 8: '\\N' })).toBe('0000007\tM\tMill\t\\N\tf\t\\N\t\\N\t\\N\t\\N\n');
    expect(basics({ 2: '夜の星 – Ночь' })).toContain('\t夜の星 – Ночь\t');
  });

  it('writes what COPY would take for an escape', () => {
    expect(basics({ 2: 'AC\\DC \\N' })).toContain('\tAC\\\\DC \\\\N\t');
    expect(basics({ 2: 'a\rb' })).toContain('\ta\\rb\t');
  });

  it('leaves quotes alone unless a CSV program has put them there', () => {
    expect(basics({ 2: '"Mill"' })).toContain('\t"Mill"\t');
    expect(basics({ 2: 'The "Mill"' })).toContain('\tThe "Mill"\t');
    expect(basics({ 2: '"The ""Mill"""' })).toContain('\tThe "Mill"\t');
  });

  it.each([
    ['id', { 0: 'nm0000007' }],
    ['short id', { 0: 'tt007' }],
    ['id with needless zeros', { 0: 'tt00000007' }],
    ['id nought', { 0: 'tt0000000' }],
    ['id of eleven digits', { 0: 'tt12345678901' }],
    ['type', { 1: 'podcast' }],
    ['no title', { 2: '\\N' }],
    ['flag', { 4: '2' }],
    ['year', { 5: 'MCMXXXI' }],
    ['runtime', { 7: 'Drama' }],
    ['too large a number', { 7: '99999999999' }],
    ['negative number', { 7: '-5' }],
  ])('refuses a wrong %s', (_, over) => {
    expect(basics(over)).toMatch(/^\[.* is '/);
  });
});

describe('the other title files', () => {
  it('ratings', () => {
    expect(map('title.ratings', 'tt0000007\t8.7\t1234')).toBe('0000007\t8.7\t1234\n');
    expect(map('title.ratings', 'tt0000007\t10.0\t5')).toBe('0000007\t10.0\t5\n');
    for (const wrong of ['11\t5', '8,7\t5', '\\N\t5', '8.7\t\\N', '8.7\tmany'])
      expect(map('title.ratings', `tt0000007\t${wrong}`)).toMatch(/^\[/);
  });

  it('episodes, with the odd numbers there are', () => {
    expect(map('title.episode', 'tt0000008\ttt0000009\t1965\t0')).toBe('0000008\t0000009\t1965\t0\n');
    expect(map('title.episode', 'tt0000008\ttt0000009\t\\N\t10423')).toBe('0000008\t0000009\t\\N\t10423\n');
    expect(map('title.episode', 'tt0000008\tnm0000009\t1\t1')).toMatch(/^\[parentTconst/);
  });

  it('akas, whose lists are joined by byte 2', () => {
    const aka = (types: string, attributes: string, region = 'SUHH') =>
      map('title.akas', `tt0000007\t2\tМельница\t${region}\tcmn\t${types}\t${attributes}\t0`);
    expect(aka('tv\u0002dvd', 'short title, uncut')).toBe(
      '0000007\t2\tМельница\tSUHH\tcmn\t{"tv","dvd"}\t{"short title, uncut"}\tf\n',
    );
    expect(aka('\\N', 'director\'s "cut"')).toContain('{"director\'s \\\\"cut\\\\""}');
    expect(map('title.akas', 'tt0000007\t1\tMoulin\t\\N\t\\N\toriginal\t\\N\t1')).toBe(
      '0000007\t1\tMoulin\t\\N\t\\N\t{"original"}\t\\N\tt\n',
    );
    expect(map('title.akas', 'tt0000007\tx\tMoulin\t\\N\t\\N\t\\N\t\\N\t1')).toMatch(/^\[ordering/);
  });
});

describe('name.basics', () => {
  const person = (years: string, professions: string, known: string) =>
    map('name.basics', `nm0000005\tAda Müller\t${years}\t${professions}\t${known}`);

  it('writes years as dates of four digits', () => {
    expect(person('1901\t1987', 'actress,producer', 'tt0000007,tt12345678')).toBe(
      '0000005\tAda Müller\t1901\t1987\t{actress,producer}\t{0000007,12345678}\n',
    );
    expect(person('384\t22', '\\N', '\\N')).toContain('\t0384\t0022\t');
  });

  it('takes an empty profession for none', () => {
    expect(person('\\N\t\\N', '', '\\N')).toBe('0000005\tAda Müller\t\\N\t\\N\t\\N\t{}\n');
    expect(person('\\N\t\\N', '\\N', '\\N')).toBe('0000005\tAda Müller\t\\N\t\\N\t\\N\t{}\n');
  });

  it('refuses what is no id', () => {
    expect(person('\\N\t\\N', '\\N', 'tt0000007,x')).toMatch(/^\[knownForTitles/);
  });
});

describe('title.crew', () => {
  it('names each person once a role, in order', () => {
    expect(map('title.crew', 'tt0000007\tnm0000001,nm0000002\tnm0000002,nm0000002,nm0000003')).toBe(
      '0000007\t1\t1001\t0000001\n0000007\t1\t1002\t0000002\n0000007\t2\t1001\t0000002\n0000007\t2\t1002\t0000003\n',
    );
    expect(map('title.crew', 'tt0000007\t\\N\t\\N')).toBe('');
    expect(map('title.crew', 'tt0000007\tsomebody\t\\N')).toMatch(/^\[directors/);
  });

  it('takes cells with hundreds of names', () => {
    const many = Array.from({ length: 700 }, (_, i) => `nm${1_000_000 + i}`).join(',');
    expect(map('title.crew', `tt0000007\t\\N\t${many}`).split('\n')).toHaveLength(701);
  });
});

describe('title.principals', () => {
  it.each(['actor', 'actress', 'self'])('%s is an actor', (category) => {
    expect(principal({ category })).toBe('0000007\t0\t3\t0000005\t\\N\t\\N\t\\N\n');
  });

  it.each(['archive_footage', 'archive_sound'])('%s is an actor with a remark', (category) => {
    expect(principal({ category })).toBe(`0000007\t0\t3\t0000005\t\\N\t\\N\t${category.replace('_', ' ')}\n`);
  });

  it.each(CREW_TYPES.map((type, i) => [type.toLowerCase(), i + 1] as const))('%s has role %i', (category, role) => {
    expect(principal({ category, job: 'chief' })).toBe(`0000007\t${role}\t3\t0000005\t\\N\tchief\t\\N\n`);
  });

  it('keeps an unknown category in words', () => {
    expect(principal({ category: 'puppet_master' })).toBe('0000007\t28\t3\t0000005\t\\N\tpuppet master\t\\N\n');
    expect(principal({ category: 'puppet_master', job: 'strings' })).toContain('\tstrings\t');
  });

  it('reads characters in both quotings alike', () => {
    const both = (native: string, csv: string, array: string) => {
      expect(characters(native)).toBe(array);
      expect(characters(csv)).toBe(array);
    };
    both('["Self"]', '"[""Self""]"', '{"Self"}');
    both('["Ann","Böb"]', '"[""Ann"",""Böb""]"', '{"Ann","Böb"}');
    both('["A, {B}"]', '"[""A, {B}""]"', '{"A, {B}"}');
    both('["Man (\\"One\\")"]', '"[""Man (\\""One\\"")""]"', '{"Man (\\\\"One\\\\")"}');
    both('["back\\\\slash"]', '"[""back\\\\slash""]"', '{"back\\\\\\\\slash"}');
    both('["caf\\u00e9"]', '"[""caf\\u00e9""]"', '{"café"}');
  });

  it('has no characters where there are none', () => {
    for (const none of ['\\N', '', '[]']) expect(characters(none)).toBe('\\N');
  });

  it('cleans what an escape hides', () => {
    expect(characters('["a\\u0000b\\tc\\nd"]')).toBe('{"ab c d"}');
  });

  it.each(['Self', '["Self"', '[1]', '{"a":1}'])('refuses the characters %s', (cell) => {
    expect(principal({ characters: cell })).toMatch(/^\[characters is/);
  });

  it('reads a job that a CSV program has quoted', () => {
    expect(principal({ category: 'writer', job: '"novel ""Mill"""' })).toContain('\tnovel "Mill"\t');
    expect(principal({ category: 'writer', job: 'novel "Mill"' })).toContain('\tnovel "Mill"\t');
  });

  it('refuses an ordering that stands for title.crew', () => {
    expect(principal({ ordering: '1000' })).toMatch(/^\[ordering/);
  });
});
