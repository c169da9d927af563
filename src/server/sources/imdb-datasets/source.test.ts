import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { imdbId } from '#server/kernel/ids.ts';
import { startService } from '#test/support/fake-service.ts';
import { changed, fileText, removeSets, SMALL, writeSet } from '#test/support/imdb-set.ts';
import { sets } from '#test/support/random-catalogue.ts';
import { linesOf, tellingOf } from '#test/support/random-import.ts';
import { sourceConforms } from '#test/support/source-conformance.ts';
import type { ImdbFile } from './files.ts';
import { createImdbDatasets } from './source.ts';

afterAll(removeSets);

const packed = Object.entries(SMALL).map(([file, rows]) => [
  `/set/${file}.tsv.gz`,
  gzipSync(fileText(file as ImdbFile, rows)),
]);
const service = await startService(Object.fromEntries(packed));

sourceConforms({
  open: () => createImdbDatasets({ from: `${service.baseUrl}/set` }),
  title: { site: 'imdb', id: 'tt0000001' },
  person: { site: 'imdb', id: 'nm0000002' },
  unknown: { title: { site: 'imdb', id: 'tt0000099' }, person: { site: 'imdb', id: 'nm0000096' } },
  words: null,
  service,
  secrets: [],
});

const { signal } = new AbortController();
const fetchFrom = (from: string, id: string) =>
  createImdbDatasets({ from }).fetchTitle({ site: 'imdb', id }, { signal });

describe("IMDb's datasets as a source", () => {
  it('tells of a title with the people whom it credits', async () => {
    const answer = await fetchFrom(writeSet(SMALL), 'tt0000001');
    const credit = { main: true, characters: null, job: null, remark: null };
    expect(answer).toMatchObject({
      record: {
        ...{ id: 1, type: 'M', title: 'Mill', originalTitle: 'Moulin', adult: false, year: 1931, endYear: null },
        ...{ runtime: 88, genres: ['Drama', 'Crime'], rating: 7.4, votes: 120 },
        akas: [
          { ordering: 1, title: 'Moulin', region: null, types: ['original'], attributes: null, original: true },
          { ordering: 2, title: 'Die Mühle', region: 'DE', types: ['imdbDisplay', 'tv'], original: false },
        ],
        credits: [
          { ...credit, role: 0, ordering: 1, person: 1, characters: ['Ann'] },
          { ...credit, role: 0, ordering: 2, person: 2, characters: ['Self'], remark: 'archive footage' },
          { ...credit, role: 1, ordering: 3, person: 3, job: 'second unit' },
          { ...credit, role: 4, ordering: 4, person: 2 },
          { ...credit, role: 0, ordering: 5, person: 95 },
          { ...credit, role: 2, ordering: 1001, person: 1, main: false },
          { ...credit, role: 2, ordering: 1002, person: 2, main: false },
        ],
      },
      others: {
        titles: [],
        people: [
          { id: 1, name: 'Ada Roth', birthDate: '1901', deathDate: '1987', professions: ['actress', 'writer'] },
          { id: 2, name: 'Ben Oak', birthDate: '0384', professions: [], knownFor: [] },
          { id: 3, name: 'Cy Lund', knownFor: [1, 2] },
        ],
      },
    });
  });

  it('tells of a series with its episodes', async () => {
    expect(await fetchFrom(writeSet(SMALL), 'tt0000002')).toMatchObject({
      record: { title: 'Harbour', episode: null },
      others: {
        titles: [
          { id: 3, title: 'Ebb', rating: null, episode: { series: 2, season: 1, number: 1 } },
          { id: 10_000_004, title: 'Flow', rating: null, episode: { series: 2, season: null, number: null } },
        ],
      },
    });
  });

  it('says nothing of what the files that are there do not say', async () => {
    const bare = changed({ 'title.ratings': null, 'title.akas': null, 'title.episode': null, 'title.crew': null });
    const answer = await fetchFrom(writeSet(bare), 'tt0000001');
    if (answer === 'unknown') throw new Error('the title is unknown');
    expect(Object.keys(answer.record).toSorted()).toEqual(
      ['id', 'type', 'title', 'originalTitle', 'adult', 'year', 'endYear', 'runtime', 'genres', 'actors'].toSorted(),
    );
    expect(answer.record.actors?.map(({ person }) => person)).toEqual([1, 2, 95]);
    expect(await fetchFrom(writeSet({ 'title.ratings': SMALL['title.ratings'] }), 'tt0000001')).toBe('unknown');
  });

  it('reads names with every sign as they are', async () => {
    const odd = ['a\\b', '"x"', 'Né', 'a,b}{', 'NULL', '日本'];
    const rows = {
      'title.basics': [`tt0000001 | movie | ${odd.join(' ')} | \\N | 0 | \\N | \\N | \\N | \\N`],
      'title.akas': [`tt0000001 | 1 | ${odd[0]} | \\N | \\N | \\N | ${odd.join('\u0002')} | 0`],
      'title.principals': [`tt0000001 | 1 | nm0000001 | actor | \\N | ${JSON.stringify(odd)}`],
    };
    expect(await fetchFrom(writeSet(rows), 'tt0000001')).toMatchObject({
      record: {
        title: odd.join(' '),
        akas: [{ title: odd[0], attributes: odd }],
        actors: [{ characters: odd }],
      },
    });
  });

  it('does not answer where there are no files, and cannot read what is not theirs', async () => {
    await expect(fetchFrom('/nowhere/at/all', 'tt0000001')).rejects.toMatchObject({ kind: 'unavailable' });
    const folder = writeSet(SMALL);
    writeFileSync(join(folder, 'title.basics.tsv'), 'tconst\ttitle\ntt0000001\tMill\n');
    await expect(fetchFrom(folder, 'tt0000001')).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it('tells of each title what an import takes from the same files', async () => {
    await fc.assert(
      fc.asyncProperty(sets, async (set) => {
        const folder = writeSet(linesOf(set));
        for (const told of tellingOf(set).titles.filter(({ type }) => type !== undefined)) {
          const answer = await fetchFrom(folder, imdbId('movie', told.id));
          expect(answer).toMatchObject({ record: told });
        }
      }),
      { numRuns: 25 },
    );
  });
});
