import { describe, expect, it } from 'vitest';
import { startService } from '#test/support/fake-service.ts';
import { sourceConforms } from '#test/support/source-conformance.ts';
import { createWikidataClient } from '../wikidata/client.ts';
import { wikimediaAnswers } from './pages.fixture.ts';
import { createWikipedia } from './source.ts';

const service = await startService(wikimediaAnswers);
const { signal } = new AbortController();
const CONTACT = 'films@example.org';
const open = (languages: readonly string[] = ['de', 'en', 'fr', 'it', 'sw'], contact: string | undefined = CONTACT) => {
  const wikimedia = { contact, version: '9.9.9' };
  const items = createWikidataClient({ ...wikimedia, baseUrl: service.baseUrl });
  return createWikipedia({
    ...wikimedia,
    items,
    baseUrl: `${service.baseUrl}/{language}`,
    languages: () => languages,
  });
};
const FILM = { site: 'imdb', id: 'tt0000011' } as const;

const from = (languageCode: string, page: string) => ({
  ...{ languageCode, page, revision: 240_000_001, licence: 'CC BY-SA 4.0', shortened: true },
  pageUrl: `https://${languageCode}.wikipedia.example/wiki/${encodeURIComponent(page)}`,
});

describe('Wikipedia as a source', () => {
  it('tells how the pages about a title begin, with page, version, link and licence; no lists of pages', async () => {
    const fetched = await open().fetchTitle(FILM, { signal });
    expect(fetched).toMatchObject({
      record: {
        ...{ id: 11, title: 'Mill' },
        lists: {
          plots: [
            { plot: 'Mühle ist ein Film über Mehl.', ...from('de', 'Mühle (Film)') },
            { plot: 'Mill is a film about flour.', ...from('en', 'Mill (film)') },
          ],
        },
      },
    });
    // The field has no place for where its text comes from, which the licence asks for.
    expect(fetched).not.toHaveProperty('record.plot');
  });

  it('tells of a person in the languages that have a page', async () => {
    const fetched = await open().fetchPerson({ site: 'wikidata', id: 'Q1' }, { signal });
    const biography = 'Ada Roth war eine Schauspielerin.';
    expect(fetched).toMatchObject({
      record: { id: 1, name: 'Ada Roth', lists: { biographies: [{ biography, ...from('de', 'Ada Roth') }] } },
    });
  });

  it('asks for the languages that are wanted, and says who asks', async () => {
    const agents = new Set<string | undefined>();
    const asked = service.asked.length;
    await service.whileAnswering(
      (request, response) => {
        agents.add(request.headers['user-agent']);
        wikimediaAnswers(request, response);
      },
      () => open(['de']).fetchTitle(FILM, { signal }),
    );
    const pages = service.asked.slice(asked).filter((one) => one.includes('/page/summary/'));
    expect(pages).toEqual(['GET /de/api/rest_v1/page/summary/M%C3%BChle_(Film)?redirect=false']);
    expect([...agents]).toEqual([`Kinodex/9.9.9 (${CONTACT}) node/${process.versions.node}`]);
  });

  it('asks nobody without a contact', async () => {
    const asked = service.asked.length;
    const items = createWikidataClient({ baseUrl: service.baseUrl, contact: undefined, version: '9' });
    const options = { baseUrl: `${service.baseUrl}/{language}`, contact: undefined, version: '9' };
    const silent = createWikipedia({ ...options, items, languages: () => ['de'] });
    await expect(silent.fetchTitle(FILM, { signal })).rejects.toMatchObject({ kind: 'refused' });
    await expect(silent.probe?.({ signal })).rejects.toMatchObject({ kind: 'refused' });
    expect(service.asked.length).toBe(asked);
  });
});

sourceConforms({
  open,
  title: FILM,
  person: { site: 'imdb', id: 'nm0000001' },
  unknown: { title: { site: 'imdb', id: 'tt0000099' }, person: { site: 'imdb', id: 'nm0000096' } },
  words: null,
  service,
  secrets: [],
});
