import { describe, expect, it } from 'vitest';
import type { HeldTitle } from '../apply.store.ts';
import { creditedIn, namedIn, toldPersonOf, toldTitleOf, type Written, writtenRecord } from './written.rules.ts';

const held = (parts: Partial<HeldTitle>): HeldTitle => ({
  ...{ id: 1, source: 'tmdb', fetchedAt: '2026-01-01', origins: {}, place: null },
  fields: {},
  parts: {},
  ...parts,
});
const credit = { role: 0, ordering: 1, person: 12, main: true, characters: null, job: null, remark: null };
const written = (parts: Written['parts'], fields: Written['fields'] = {}): Written => ({ fields, parts });
const orderings = (rows: readonly { readonly ordering: number }[] | undefined) => rows?.map(({ ordering }) => ordering);

describe('a record that is written', () => {
  it('has a rating as it was given, not as four bytes keep it', () => {
    expect(writtenRecord('movie', held({ fields: { rating: Math.fround(8.1) } }), new Map()).fields.rating).toBe(8.1);
  });

  it('names series, people and titles by their ids', () => {
    const place = { series: 903747, season: 2, number: null };
    const { fields, parts } = writtenRecord(
      'movie',
      held({ place, parts: { actors: [credit] } }),
      new Map([[12, 'Ada']]),
    );
    expect(fields.place).toEqual({ series: 'tt0903747', season: 2, episode: null });
    expect(parts.actors).toEqual([
      { imdbId: 'nm0000012', name: 'Ada', main: true, characters: [], remark: null, ordering: 1 },
    ]);
    expect(writtenRecord('name', held({ fields: { knownFor: [903747] } }), new Map()).fields.knownFor).toEqual([
      'tt0903747',
    ]);
  });

  it('leaves out empty parts, and the names of people who have none', () => {
    const { parts } = writtenRecord('movie', held({ parts: { actors: [credit], goofs: [] } }), new Map());
    expect(Object.keys(parts)).toEqual(['actors']);
    expect(parts.actors?.[0]).not.toHaveProperty('name');
  });

  it('gives the country of money as its code alone', () => {
    const business = [{ country: 'Germany', countryCode: 'DE', amount: '1', type: 'GROSS' }];
    expect(writtenRecord('movie', held({ parts: { business } }), new Map()).parts.business).toEqual([
      { countryCode: 'DE', amount: '1', type: 'GROSS' },
    ]);
    expect(toldTitleOf(1, written({ business: [{ countryCode: 'DE' }] })).lists?.business).toEqual([
      { country: null, countryCode: 'DE' },
    ]);
  });

  it('credits whom its actors and its crew name', () => {
    const record = held({ parts: { actors: [credit], crew: [{ ...credit, role: 3, person: 13 }] } });
    expect(creditedIn(record)).toEqual([12, 13]);
  });
});

describe('rows', () => {
  const aka = { title: 'Hafen', countryCode: 'DE', languageCode: null, types: null, attributes: null, original: false };

  it.each([
    [
      [undefined, undefined],
      [1, 2],
    ],
    [
      [7, 3],
      [7, 3],
    ],
    [
      [7, undefined],
      [1, 2],
    ],
    [
      [4, 4],
      [1, 2],
    ],
  ])('that say to stand at %j stand at %j', (said, expected) => {
    const akas = said.map((ordering) => ({ ...aka, ...(ordering !== undefined && { ordering }) }));
    expect(orderings(toldTitleOf(1, written({ akas })).akas)).toEqual(expected);
  });

  it('of the crew are counted in each role', () => {
    const of = (type: string, person: number) => ({ type, imdbId: `nm000001${person}`, job: null });
    const crew = [of('DIRECTOR', 1), of('WRITER', 2), of('DIRECTOR', 3)];
    const told = toldTitleOf(1, written({ crew })).crew ?? [];
    expect(told.map(({ role, person, ordering }) => [role, person, ordering])).toEqual([
      [told[0]?.role, 11, 1],
      [told[0]?.role, 13, 2],
      [told[2]?.role, 12, 1],
    ]);
    expect(told[0]?.role).not.toBe(told[2]?.role);
  });

  it('of actors without characters have none', () => {
    const actors = [{ imdbId: 'nm0000012', main: true, characters: [], remark: null }];
    expect(toldTitleOf(1, written({ actors })).actors).toEqual([credit]);
  });

  it('name people, where they do', () => {
    const actors = [{ imdbId: 'nm0000012', name: 'Ada' }, { imdbId: 'nm0000013' }];
    expect([...namedIn({ actors, crew: [{ imdbId: 'nm0000014', name: 'Eve' }] })]).toEqual([
      [12, 'Ada'],
      [14, 'Eve'],
    ]);
  });
});

describe('what is told', () => {
  it('is what is written and nothing else: what is left out stays as it is', () => {
    expect(toldTitleOf(1, written({}, { plot: null }))).toEqual({ id: 1, plot: null, lists: {} });
    expect(toldPersonOf(2, written({}, { name: 'Ada' }))).toEqual({ id: 2, name: 'Ada', lists: {} });
  });

  it('takes an episode out of its series where it is said to be in none', () => {
    expect(toldTitleOf(1, written({}, { place: null })).episode).toBeNull();
    expect(toldTitleOf(1, written({}, { place: { series: 'tt0903747', season: 1, episode: 2 } })).episode).toEqual({
      series: 903747,
      season: 1,
      number: 2,
    });
    expect(toldTitleOf(1, written({}))).not.toHaveProperty('episode');
  });

  it('keeps lists that are empty, so that they are emptied', () => {
    expect(toldTitleOf(1, written({ goofs: [], akas: [] }))).toMatchObject({ akas: [], lists: { goofs: [] } });
    expect(toldPersonOf(2, written({}, { knownFor: ['tt0903747'] })).knownFor).toEqual([903747]);
  });
});
