import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { crewRole } from '#contracts/crew.ts';
import { startService } from '#test/support/fake-service.ts';
import { sourceConforms } from '#test/support/source-conformance.ts';
import { personMistakes, titleMistakes } from '#test/support/told-mistakes.ts';
import { dateOf } from './claims.ts';
import { time, wikidataAnswer } from './items.fixture.ts';
import { createWikidata } from './source.ts';

const contact = 'films@example.org';
const answers: RequestListener = ({ url = '' }, response) => response.end(JSON.stringify(wikidataAnswer(url)));
const service = await startService(answers);
const open = () => createWikidata({ baseUrl: service.baseUrl, contact, version: '9.9.9' });
const { signal } = new AbortController();
const fetchTitle = (source = open()) => source.fetchTitle({ site: 'imdb', id: 'tt0000011' }, { signal });

describe('Wikidata as a source', () => {
  it('tells of a title', async () => {
    const fetched = await fetchTitle();
    const credit = { main: false, characters: null, job: null, remark: null };
    expect(fetched).toEqual({
      record: {
        ...{ id: 11, type: 'M', title: 'Mill', originalTitle: 'Moulin', releaseDate: '1931-03-05', year: 1931 },
        ...{ endYear: null, runtime: 90, genres: ['Sci-Fi'], countries: ['FR'], languages: ['fr'] },
        credits: [
          { ...credit, role: 0, ordering: 1, person: 1, characters: ['Ann', 'The Miller'] },
          { ...credit, role: 0, ordering: 2, person: 2 },
          { ...credit, role: 0, ordering: 3, person: 3, remark: 'voice' },
          { ...credit, role: crewRole('DIRECTOR'), ordering: 1, person: 2 },
          { ...credit, role: crewRole('PRODUCER'), ordering: 1, person: 1, job: 'executive producer' },
        ],
        lists: {
          awards: [
            { award: 'Golden Wheel', year: 1932, category: null, outcome: 'WON', names: ['Ben Oak'] },
            { award: 'Golden Wheel', year: null, category: null, outcome: 'NOMINATED', names: [] },
          ],
          business: [expect.objectContaining({ type: 'BUDGET', amount: 1000, currency: 'FRF' })],
          locations: [{ location: 'Lyon', remarks: null }],
        },
        ids: [
          { site: 'tmdb', id: '11' },
          { site: 'wikidata', id: 'Q11' },
        ],
      },
      picture: null,
      others: {
        titles: [],
        people: [
          { id: 1, name: 'Ada Roth', ids: [{ site: 'wikidata', id: 'Q1' }] },
          { id: 2, name: 'Ben Oak', ids: [{ site: 'wikidata', id: 'Q2' }] },
          { id: 3, name: 'Cy Lund', ids: [{ site: 'wikidata', id: 'Q3' }] },
        ],
      },
      left: ['Wikidata has no IMDb id for 1 of those credited: Nobody Known'],
    });
    if (fetched !== 'unknown') expect(titleMistakes(fetched.record)).toEqual([]);
  });

  it('tells of a person, with the marriages', async () => {
    const fetched = await open().fetchPerson({ site: 'wikidata', id: 'Q1' }, { signal });
    expect(fetched).toMatchObject({
      record: {
        ...{ id: 1, name: 'Ada Roth', birthName: 'Adèle Roth', birthDate: '1901-02', birthPlace: 'Lyon, France' },
        ...{ deathDate: '1987', deathPlace: null, height: 168, professions: ['actress', 'director'] },
        lists: {
          alternative: [{ alternateName: 'A. R.' }, { alternateName: 'Ada R.' }],
          nicknames: [{ nickname: 'The Mill' }],
          marriages: [
            {
              ...{ name: 'Ben Oak', imdbId: 'nm0000002', status: 'divorce', childrens: null },
              ...{ dateFrom: '1925', dateTo: '1930-04-01' },
            },
          ],
        },
        ids: [
          { site: 'tmdb', id: '1' },
          { site: 'wikidata', id: 'Q1' },
        ],
      },
      left: ['Wikimedia Commons has a photo with a licence of its own: Ada Roth 1930.jpg'],
    });
    if (fetched !== 'unknown') expect(personMistakes(fetched.record)).toEqual([]);
  });

  it('does not take an item of the other kind, or one that is not there', async () => {
    expect(await open().fetchTitle({ site: 'wikidata', id: 'Q1' }, { signal })).toBe('unknown');
    expect(await open().fetchPerson({ site: 'wikidata', id: 'Q12345' }, { signal })).toBe('unknown');
  });

  it.each([
    [time('1901-02-03'), '1901-02-03'],
    [time('1901-02-00', 10), '1901-02'],
    [time('1901-00-00', 9), '1901'],
    [time('1900-00-00', 8), null],
    [time('1901-02-30'), null],
    [{ time: '-0384-00-00T00:00:00Z', precision: 9 }, null],
    ['1901', null],
  ])('reads %o as %s', (value, date) => {
    expect(dateOf(value)).toBe(date);
  });

  it('says who asks, and how the operator is reached', async () => {
    const agents = new Set<string | undefined>();
    const seeing: RequestListener = (request, response) => {
      agents.add(request.headers['user-agent']);
      answers(request, response);
    };
    await service.whileAnswering(seeing, () => fetchTitle());
    expect([...agents]).toEqual([`Kinodex/9.9.9 (${contact}) node/${process.versions.node}`]);
  });

  it('asks nobody without a contact', async () => {
    const asked = service.asked.length;
    const source = createWikidata({ baseUrl: service.baseUrl, contact: undefined, version: '9.9.9' });
    await expect(fetchTitle(source)).rejects.toMatchObject({ kind: 'refused' });
    expect(service.asked.length).toBe(asked);
  });

  it.each([
    ['ratelimited', 'limited'],
    ['maxlag', 'limited'],
    ['internal_api_error', 'unavailable'],
  ])('fails with %s, though the status is 200', async (code, kind) => {
    await service.whileAnswering(
      (_, response) => response.end(JSON.stringify({ error: { code, info: 'x' } })),
      () => expect(fetchTitle()).rejects.toMatchObject({ kind }),
    );
  });
});

sourceConforms({
  open,
  title: { site: 'imdb', id: 'tt0000011' },
  person: { site: 'imdb', id: 'nm0000001' },
  unknown: { title: { site: 'imdb', id: 'tt0000099' }, person: { site: 'imdb', id: 'nm0000096' } },
  words: null,
  service,
  secrets: [],
});
