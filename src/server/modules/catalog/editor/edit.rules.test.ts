import { describe, expect, it } from 'vitest';
import { MOST_ROWS } from '#contracts/record.ts';
import { missingIn, partNames, partValue, writtenChanges } from './edit.rules.ts';
import { reasonOf } from './editor.fixture.ts';

const AKA = { title: 'Hafen', countryCode: null, languageCode: null, types: null, attributes: null, original: false };
const refusal = (work: () => unknown) => reasonOf(Promise.resolve().then(work));

describe('changes', () => {
  it('are parted into fields and parts', () => {
    const changes = [
      { part: 'title', value: 'The Harbour' },
      { part: 'keywords', value: [{ keywords: 'harbour' }] },
      { part: 'plot', value: null },
    ];
    expect(writtenChanges('movie', changes)).toEqual({
      fields: { title: 'The Harbour', plot: null },
      parts: { keywords: [{ keywords: 'harbour' }] },
    });
  });

  it.each([
    ['movie', 'biography'],
    ['name', 'plot'],
    ['movie', 'constructor'],
    ['movie', ''],
    ['movie', 'seasons'],
  ] as const)('of a %s name nothing but its own parts, not %s', async (kind, part) => {
    expect(await refusal(() => writtenChanges(kind, [{ part, value: null }]))).toEqual(['invalid_body', part]);
  });

  it.each(['2026', '2026-12', '2024-02-29', '2026-04-30', '2026-12-31'])(
    'take %s for a day, as far as it is known',
    (day) => {
      expect(writtenChanges('movie', [{ part: 'releaseDate', value: day }]).fields.releaseDate).toBe(day);
    },
  );

  it('take whatever codes lists are filtered by', () => {
    const codes = { countries: ['DE', 'XWG', 'SUHH'], languages: ['de', 'cmn', 'pt-BR', 'zh-Hant'] };
    for (const [part, value] of Object.entries(codes))
      expect(writtenChanges('movie', [{ part, value }]).fields[part]).toEqual(value);
    expect(writtenChanges('movie', [{ part: 'akas', value: [AKA] }]).parts.akas).toEqual([AKA]);
  });

  it('name a genre, a code or an id once, and take rows that are alike as they come', () => {
    const lists = [
      { part: 'genres', value: ['Drama', ' Drama ', 'Crime'] },
      { part: 'countries', value: ['DE', 'DE'] },
    ];
    expect(writtenChanges('movie', lists).fields).toEqual({ genres: ['Drama', 'Crime'], countries: ['DE'] });
    expect(writtenChanges('movie', [{ part: 'akas', value: [AKA, AKA] }]).parts.akas).toHaveLength(2);
  });

  it('with a long name of no part are told by its beginning', async () => {
    expect(await refusal(() => writtenChanges('movie', [{ part: 'x'.repeat(5_000), value: null }]))).toEqual([
      'invalid_body',
      'x'.repeat(100),
    ]);
  });

  it.each([
    ['movie', 'year', 1799],
    ['movie', 'year', 2201],
    ['movie', 'rating', 10.1],
    ['movie', 'countries', ['Germany']],
    ['movie', 'countries', ['GER']],
    ['movie', 'languages', ['English']],
    ['movie', 'akas', [{ ...AKA, languageCode: 'German' }]],
    ['movie', 'akas', [{ ...AKA, countryCode: 'deu' }]],
    ['movie', 'type', 'film'],
    ['movie', 'adult', null],
    ['movie', 'releaseDate', '2026-13'],
    ['movie', 'releaseDate', '2026-04-31'],
    ['name', 'birthdate', '1980-02-30'],
    ['name', 'dateOfDead', '80-02-03'],
    ['name', 'height', 19],
    ['name', 'knownFor', ['nm0000001']],
    ['name', 'name', ''],
  ] as const)('of a %s are refused when %s is %j', async (kind, part, value) => {
    const found = await refusal(() => writtenChanges(kind, [{ part, value }]));
    expect(found).toEqual(['invalid_body', expect.stringMatching(new RegExp(`^${part}`))]);
  });

  it('have no more rows than the largest films', async () => {
    const rows = (many: number) => Array.from({ length: many }, (_, n) => ({ keywords: `word ${n}` }));
    expect(writtenChanges('movie', [{ part: 'keywords', value: rows(MOST_ROWS) }]).parts.keywords).toHaveLength(
      MOST_ROWS,
    );
    expect(await refusal(() => writtenChanges('movie', [{ part: 'keywords', value: rows(MOST_ROWS + 1) }]))).toEqual([
      'invalid_body',
      'keywords',
    ]);
  });
});

describe('a part', () => {
  it('without rows is an empty list, and a field without a value is null', () => {
    const written = { fields: { title: 'The Harbour' }, parts: {} };
    expect(partValue('movie', written, 'title')).toBe('The Harbour');
    expect(partValue('movie', written, 'plot')).toBeNull();
    expect(partValue('movie', written, 'goofs')).toEqual([]);
  });

  it('of each kind has a name of its own', () => {
    for (const kind of ['movie', 'name'] as const) {
      const names = partNames(kind);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toContain('photos');
    }
    expect(partNames('movie')).toContain('place');
    expect(partNames('name')).not.toContain('place');
  });
});

it.each([
  ['movie', {}, ['title', 'type']],
  ['movie', { title: 'The Harbour' }, ['type']],
  ['movie', { title: 'The Harbour', type: 'movie' }, []],
  ['name', {}, ['name']],
  ['name', { name: 'Ada' }, []],
] as const)('a new %s of %j still has to say %j', (kind, fields, missing) => {
  expect(missingIn(kind, fields).map(({ field }) => field)).toEqual(missing);
});
