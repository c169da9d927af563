import { describe, expect, it } from 'vitest';
import { WRITTEN } from '#contracts/record.ts';
import { type DraftRow, draftOf, newRow, typedValue } from './drafts.ts';
import { shapeOfPart } from './parts.ts';
import { inputOf, problemsOf } from './problems.ts';
import type { RowsShape } from './shapes.ts';
import { rowsTold } from './told.ts';

/** A list of a title or a person, and its rows as they are typed. */
const list = (kind: 'movie' | 'name', part: string, value: unknown) => {
  const field = shapeOfPart(kind, part, true);
  const shape = field.shape as RowsShape;
  const rows = draftOf(shape, value) as readonly DraftRow[];
  const typed = (at: number, cells: DraftRow['cells']): readonly DraftRow[] =>
    rows.map((row, index) => (index === at ? { ...row, cells: { ...row.cells, ...cells } } : row));
  const sent = (drafts: readonly DraftRow[]) => typedValue(shape, drafts, false);
  return { field, shape, rows, typed, sent };
};
const one = (kind: 'movie' | 'name', part: string, draft: string) => {
  const field = shapeOfPart(kind, part, false);
  return { value: typedValue(field.shape, draft, field.isNullable), problems: problemsOf(field, draft, part) };
};

const CREW = [
  { type: 'DIRECTOR', imdbId: 'nm0000001', name: 'Ada', job: null, main: true, ordering: 3 },
  { type: 'WRITER', imdbId: 'nm0000002', name: 'Bo', job: 'story', ordering: 7 },
];

describe('what is typed', () => {
  it.each([
    ['movie', 'year', '1972', 1972],
    ['movie', 'year', '  ', null],
    ['movie', 'rating', '7.5', 7.5],
    ['movie', 'title', ' Harbour ', 'Harbour'],
    ['name', 'professions', ' actor \n\n writer', ['actor', 'writer']],
    ['name', 'biography', '', null],
  ] as const)('for the %s of a %s as %j is %j', (kind, part, draft, value) => {
    expect(one(kind, part, draft)).toEqual({ value, problems: {} });
  });

  it.each([
    ['movie', 'title', '', 'is missing'],
    ['movie', 'year', '19x', 'must be a whole number from 1800 to 2200'],
    ['movie', 'rating', '10.5', 'must be a number from 0 to 10'],
    ['movie', 'releaseDate', '2026-02-30', 'is a day as far as it is known, such as 2026-05-17, 2026-05 or 2026'],
    ['name', 'knownFor', 'tt0000001\nharbour', '“harbour” is tt and 7 to 10 digits'],
  ] as const)('for the %s of a %s as %j is refused', (kind, part, draft, problem) => {
    expect(one(kind, part, draft).problems).toEqual({ [part]: problem });
  });
});

describe('a list', () => {
  it('goes back as it came where nothing was typed, whatever no input shows', () => {
    for (const [part, value] of [
      ['crew', CREW],
      ['trivias', [{ trivia: ' with spaces ' }]],
      ['countries', ['DE', 'FR']],
      ['trailers', [{ name: 'Teaser', trailersQualities: [{ quality: null, urlVideo: 'https://a.example/1' }] }]],
    ] as const) {
      const { rows, sent } = list('movie', part, value);
      expect(sent(rows), part).toEqual(value);
    }
  });

  it('keeps the places of rows that were changed or taken out, and gives new ones to what has moved or come', () => {
    const { shape, rows, typed, sent } = list('movie', 'crew', CREW);
    expect(sent(typed(1, { job: 'novel' }))).toEqual([CREW[0], { ...CREW[1], job: 'novel' }]);
    expect(sent(rows.slice(1))).toEqual([CREW[1]]);
    const bare = CREW.map(({ ordering: _, ...row }) => row);
    expect(sent([...rows].reverse())).toEqual([bare[1], bare[0]]);
    const added = newRow(shape, rows);
    expect(rows.map(({ id }) => id)).not.toContain(added.id);
    const cells = { ...added.cells, type: 'EDITOR', imdbId: 'nm0000003' };
    expect(sent([...rows, { ...added, cells }])).toEqual([
      ...bare,
      { type: 'EDITOR', imdbId: 'nm0000003', job: null, main: false, remark: null },
    ]);
  });

  it('is told row by row', () => {
    expect(rowsTold(list('movie', 'crew', []).shape, CREW)).toEqual([
      'Director · nm0000001 · Ada · main',
      'Writer · nm0000002 · Bo · story',
    ]);
  });

  it('has its problems at their inputs, and none where nothing was touched', () => {
    const { field, shape, rows, typed } = list('movie', 'goofs', [
      { type: 'Continuity', goof: '' },
      { type: 'x', goof: 'y' },
    ]);
    expect(problemsOf(field, rows, 'goofs')).toEqual({});
    expect(problemsOf(field, typed(1, { goof: '' }), 'goofs')).toEqual({ 'goofs.1.goof': 'is missing' });
    expect(problemsOf(field, [...rows, newRow(shape, rows)], 'goofs')).toEqual({
      'goofs.2.type': 'is missing',
      'goofs.2.goof': 'is missing',
    });
  });

  it.each([
    ['movie', 'goofs', 'goofs.3.goof', 'goofs.3.goof'],
    ['movie', 'goofs', 'goofs.3', 'goofs.3.type'],
    ['movie', 'goofs', 'goofs', 'goofs'],
    ['movie', 'countries', 'countries.1', 'countries.1'],
    ['movie', 'awards', 'awards.0.names.2', 'awards.0.names'],
    ['movie', 'trailers', 'trailers.0.trailersQualities.1.urlVideo', 'trailers.0.trailersQualities.1.urlVideo'],
  ] as const)('of a %s called %s shows what is said of %s at %s', (kind, part, said, input) => {
    expect(inputOf(shapeOfPart(kind, part, true), said)).toBe(input);
  });
});

it('every field and part of a record can be typed, and is the same again', () => {
  for (const kind of ['movie', 'name'] as const)
    for (const part of [...Object.keys(WRITTEN[kind].fields), ...Object.keys(WRITTEN[kind].parts)])
      for (const isAlone of [true, false]) {
        const { shape, isNullable } = shapeOfPart(kind, part, isAlone);
        const nothing = shape.kind === 'rows' || shape.kind === 'lines' ? [] : isNullable ? null : undefined;
        if (nothing !== undefined)
          expect(typedValue(shape, draftOf(shape, nothing), isNullable), part).toEqual(nothing);
      }
});

it('where a series is told of at its own inputs', () => {
  const field = shapeOfPart('movie', 'place', true);
  expect(inputOf(field, 'place.series')).toBe('place.series');
  const draft = { series: '', season: '1', episode: '' };
  expect(problemsOf(field, draft, 'place')).toEqual({ 'place.series': 'is missing' });
  expect(typedValue(field.shape, { series: '', season: '', episode: '' }, true)).toBeNull();
});
