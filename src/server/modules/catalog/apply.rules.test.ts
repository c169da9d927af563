import { describe, expect, it } from 'vitest';
import type { SourceName } from '#server/sources/source.ts';
import { type HeldRecord, mergeRecord, type Telling, type ToldRecord } from './apply.rules.ts';

const KIND = {
  fields: [
    { part: 'title' },
    { part: 'plot' },
    { part: 'releaseDate', date: true as const },
    { part: 'adult', type: 'boolean' },
    { part: 'genres', list: 'text' },
  ],
  base: ['title'],
};
const BEFORE = '2026-01-01T00:00:00Z';
const NOW = '2026-11-22T00:00:00Z';
const telling = (source: SourceName): Telling => ({ source, at: NOW, priorities: new Map() });
const told = (fields: ToldRecord['fields'], parts: ToldRecord['parts'] = {}): ToldRecord => ({ id: 1, fields, parts });
const held = (more: Partial<HeldRecord> = {}): HeldRecord => ({
  ...{ id: 1, source: 'imdb-datasets', fetchedAt: BEFORE, parts: {}, origins: {} },
  fields: { title: 'Harbour', plot: null, releaseDate: '1999', adult: false, genres: [] },
  ...more,
});
const by = (source: SourceName, locked = false) => ({ source, fetchedAt: BEFORE, locked });
const goofs = (...texts: string[]) => ({ says: texts.length > 0, rows: texts.map((goof) => ({ goof })) });

describe('a record that is not there', () => {
  it('is made by whoever names it, empty but for what is told', () => {
    const made = mergeRecord(KIND, null, told({ title: 'Harbour' }), telling('tmdb'));
    expect(made).toMatchObject({ isNew: true, changed: true, source: 'tmdb', fetchedAt: NOW, origins: {} });
    expect(made?.fields).toEqual({ title: 'Harbour', plot: null, releaseDate: null, adult: false, genres: [] });
  });

  it.each([{}, { title: null }, { plot: 'One.' }])('is not made by %j', (fields) => {
    expect(mergeRecord(KIND, null, told(fields), telling('tmdb'))).toBeNull();
  });
});

describe('a record that is there', () => {
  it('notes for each field whose it is, where that is not the record’s own source', () => {
    const merged = mergeRecord(KIND, held(), told({ title: 'Other', plot: 'One.' }), telling('omdb'));
    expect(merged?.fields).toMatchObject({ title: 'Harbour', plot: 'One.' });
    expect(merged?.origins).toEqual({ plot: { source: 'omdb', fetchedAt: NOW, locked: false } });
    expect([...(merged?.changedFields ?? [])]).toEqual(['plot']);
    expect(merged).toMatchObject({ source: 'imdb-datasets', fetchedAt: BEFORE, changed: true, originsChanged: true });
  });

  it('told what it says already does not change', () => {
    const merged = mergeRecord(KIND, held(), told({ title: 'Harbour', adult: false }), telling('imdb-datasets'));
    expect(merged).toMatchObject({ changed: false, originsChanged: false, fetchedAt: BEFORE, parts: {} });
  });

  it('goes over to a source of a higher rank, and what it then has of others is noted', () => {
    const before = held({ source: 'tmdb', parts: { goofs: [{ goof: 'A.' }] } });
    const merged = mergeRecord(KIND, before, told({ title: 'The Harbour' }), telling('imdb-datasets'));
    expect(merged).toMatchObject({ source: 'imdb-datasets', fetchedAt: NOW, changed: true });
    expect(merged?.origins).toEqual({ releaseDate: by('tmdb'), adult: by('tmdb'), goofs: by('tmdb') });
  });

  it('keeps the fuller date, whoever has it', () => {
    const fuller = mergeRecord(KIND, held(), told({ releaseDate: '1999-03' }), telling('wikidata'));
    expect(fuller?.fields.releaseDate).toBe('1999-03');
    const shorter = mergeRecord(
      KIND,
      held({ fields: { ...held().fields, releaseDate: '1999-03-31' }, origins: { releaseDate: by('wikidata') } }),
      told({ releaseDate: '1999' }),
      telling('imdb-datasets'),
    );
    expect(shorter?.fields.releaseDate).toBe('1999-03-31');
    expect(shorter?.origins).toEqual({ releaseDate: by('wikidata') });
  });

  it('that an editor has made is written by editors only', () => {
    expect(mergeRecord(KIND, held({ source: 'editor' }), told({ plot: 'One.' }), telling('imdb-datasets'))).toBeNull();
    const own = mergeRecord(KIND, held({ source: 'editor' }), told({ plot: 'One.' }), telling('editor'));
    // Nobody else writes there, so nothing has to be locked.
    expect(own).toMatchObject({ fields: { plot: 'One.' }, origins: {} });
  });
});

describe('a part', () => {
  it('is locked once an editor has written it, also where it is empty', () => {
    const merged = mergeRecord(KIND, held(), told({ genres: [] }, { goofs: goofs() }), telling('editor'));
    const locked = { source: 'editor', fetchedAt: NOW, locked: true };
    expect(merged?.origins).toEqual({ genres: locked, goofs: locked });
    const later = mergeRecord(
      KIND,
      held({ origins: { goofs: by('editor', true) } }),
      told({}, { goofs: goofs('A.') }),
      telling('imdb-datasets'),
    );
    expect(later?.parts).toEqual({});
  });

  it('yields to the higher rank as a whole, and to silence only where it is the silent one’s', () => {
    const before = held({ parts: { goofs: [{ goof: 'A.' }] }, origins: { goofs: by('omdb') } });
    const taken = mergeRecord(KIND, before, told({}, { goofs: goofs('B.', 'C.') }), telling('tmdb'));
    expect(taken?.parts).toEqual({ goofs: [{ goof: 'B.' }, { goof: 'C.' }] });
    expect(taken?.origins.goofs?.source).toBe('tmdb');
    expect(mergeRecord(KIND, before, told({}, { goofs: goofs() }), telling('tmdb'))?.parts).toEqual({});
    const silent = mergeRecord(KIND, before, told({}, { goofs: goofs() }), telling('omdb'));
    expect(silent?.parts).toEqual({ goofs: [] });
    // What is empty and free is nobody's.
    expect(silent?.origins).toEqual({});
  });

  it('follows the operator’s order of sources, where there is one', () => {
    const before = held({ parts: { goofs: [{ goof: 'A.' }] }, origins: { goofs: by('tmdb') } });
    const first = { ...telling('omdb'), priorities: new Map([['goofs', ['omdb'] as const]]) };
    expect(mergeRecord(KIND, before, told({}, { goofs: goofs('B.') }), telling('omdb'))?.parts).toEqual({});
    expect(mergeRecord(KIND, before, told({}, { goofs: goofs('B.') }), first)?.parts).toEqual({
      goofs: [{ goof: 'B.' }],
    });
  });
});
