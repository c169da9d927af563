import { describe, expect, it } from 'vitest';
import { TITLE_PART_NAMES } from '#contracts/catalog.ts';
import { NAME_PART_NAMES } from '#contracts/people.ts';
import { assemble, flaggedView, NAME_SHAPE, readView, TITLE_SHAPE } from './view.rules.ts';

const refused = (field: string) =>
  expect.objectContaining({ reason: 'invalid_parameter', details: [expect.objectContaining({ field })] });

describe('include', () => {
  it('names parts as the address or as the record does, each once', () => {
    const { parts, fields } = readView(TITLE_SHAPE, { include: 'genres, similar-movies,similarMovies,season,seasons' });
    expect(parts).toEqual(['genres', 'similar-movies', 'season']);
    expect(fields).toBeNull();
  });

  it('takes a list as well as text', () => {
    expect(readView(NAME_SHAPE, { include: ['trade-marks', 'quotes'] }).parts).toEqual(['trade-marks', 'quotes']);
  });

  it('can ask for all', () => {
    expect(readView(TITLE_SHAPE, { include: 'genres,all' }).parts.toSorted()).toEqual(TITLE_PART_NAMES.toSorted());
    expect(readView(NAME_SHAPE, { include: 'all' }).parts).toEqual(NAME_PART_NAMES);
  });

  it('is nothing when nothing is asked', () => {
    expect(readView(TITLE_SHAPE, {})).toEqual({ parts: [], fields: null });
  });

  it.each(['nope', 'genres,', 'Genres', 'title', 'toString', '__proto__'])("refuses '%s'", (include) => {
    expect(() => readView(TITLE_SHAPE, { include })).toThrow(refused('include'));
  });
});

describe('fields', () => {
  it('narrow the record; a part among them is included', () => {
    const { parts, fields } = readView(TITLE_SHAPE, { fields: 'title,year,genres', include: 'akas' });
    expect(fields).toEqual(new Set(['title', 'year']));
    expect(parts).toEqual(['akas', 'genres']);
  });

  it.each(['nope', '', 'title,', 'constructor'])("refuses '%s'", (fields) => {
    expect(() => readView(TITLE_SHAPE, { fields })).toThrow(refused('fields'));
  });

  it('of the other kind are left out where kinds are mixed', () => {
    const asked = { fields: ['title', 'name'], include: ['genres', 'nicknames'] };
    expect(readView(TITLE_SHAPE, asked, NAME_SHAPE)).toEqual({ parts: ['genres'], fields: new Set(['title']) });
    expect(readView(NAME_SHAPE, asked, TITLE_SHAPE)).toEqual({ parts: ['nicknames'], fields: new Set(['name']) });
  });

  it('of either kind are named where a part is none of them', () => {
    const message = "takes no 'nope', but actors, awards, quotes, nicknames and all";
    const [title, name] = [
      { ...TITLE_SHAPE, names: ['actors', 'awards', 'quotes'] as const },
      { ...NAME_SHAPE, names: ['quotes', 'nicknames'] as const },
    ];
    expect(() => readView(title, { include: ['nope'] }, name)).toThrow(
      expect.objectContaining({ details: [{ field: 'include', message }] }),
    );
  });

  it('that no kind has are refused where kinds are mixed, too', () => {
    const reason = { reason: 'invalid_body' };
    expect(() => readView(TITLE_SHAPE, { fields: ['nope'] }, NAME_SHAPE)).toThrow(expect.objectContaining(reason));
    expect(() => readView(NAME_SHAPE, { include: ['nope'] }, TITLE_SHAPE)).toThrow(expect.objectContaining(reason));
  });
});

describe('flags', () => {
  it('are parts that are true, under either name', () => {
    expect(
      flaggedView(TITLE_SHAPE, { imdbId: 'tt1', genres: true, akas: false, 'similar-movies': true, seasons: true }),
    ).toEqual({
      parts: ['genres', 'similar-movies', 'season'],
      fields: null,
    });
  });
});

describe('assembling', () => {
  const core = '{"imdbId" : "tt1", "title" : "A } in it", "year" : null}\n';
  const row = { core, hidden: null, parts: '' };
  const whole = { fields: null };

  it('leaves a whole record as it is', () => {
    expect(assemble(row, whole)).toBe(core);
  });

  it('adds parts without reading the record', () => {
    const parts = '"genres":[{"genre":"Drama"}],"akas":[]';
    expect(JSON.parse(assemble({ ...row, parts }, whole))).toEqual({
      imdbId: 'tt1',
      title: 'A } in it',
      year: null,
      genres: [{ genre: 'Drama' }],
      akas: [],
    });
  });

  it('narrows to fields, parts on top', () => {
    const fields = new Set(['title']);
    expect(assemble(row, { fields })).toBe('{"title":"A } in it"}');
    expect(assemble({ ...row, parts: '"akas":[]' }, { fields })).toBe('{"title":"A } in it","akas":[]}');
    expect(assemble({ ...row, parts: '"akas":[]' }, { fields: new Set() })).toBe('{"akas":[]}');
    expect(assemble(row, { fields: new Set() })).toBe('{}');
  });

  it('answers null for what is not to be published', () => {
    expect(JSON.parse(assemble({ ...row, hidden: ['title', 'awards'] }, whole))).toEqual({
      imdbId: 'tt1',
      title: null,
      year: null,
    });
    expect(assemble({ ...row, hidden: [] }, whole)).toBe(core);
  });
});
