import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExternalId, isExternalId, SITES, type Site } from '#server/sources/external-id.ts';
import type { Told } from '#server/sources/record.ts';
import { MOST_CANDIDATES, type Picture, type Source } from '#server/sources/source.ts';
import { SourceError } from '#server/sources/source-error.ts';
import type { FakeService } from './fake-service.ts';
import { personMistakes, titleMistakes } from './told-mistakes.ts';

/** A source with records that it knows, ids that it does not, and the service that it asks. */
export interface SourceOnTrial {
  /** Opens it anew, without anything that it remembers. */
  readonly open: () => Source;
  readonly title: ExternalId;
  /** Null for a source that tells of titles only. */
  readonly person: ExternalId | null;
  /** Well-formed ids of nothing. */
  readonly unknown: { readonly title: ExternalId; readonly person: ExternalId };
  /** Words that a search finds the title by first; null for a source that cannot search. */
  readonly words: string | null;
  /** Null for a source that asks nobody. */
  readonly service: FakeService | null;
  /** What it was given to be let in with. */
  readonly secrets: readonly string[];
}

const MALFORMED = ['', 'tt', 'tt0', 'nm1', 'tt0000000', 'nm0000000', 'tt1/../2', "tt'--", '-1', '0', '1e3', 'Q', 'Q0'];

const FAILURES: readonly (readonly [string, SourceError['kind'], number | null, RequestListener])[] = [
  ['unavailable, where the service fails', 'unavailable', null, (_, response) => response.writeHead(503).end()],
  ['unavailable, where the line is cut', 'unavailable', null, (_, response) => response.destroy()],
  [
    'unavailable, where the service leads elsewhere',
    'unavailable',
    null,
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  [
    'limited, with when to come again',
    'limited',
    120_000,
    (_, response) => response.writeHead(429, { 'retry-after': '120' }).end(),
  ],
  ['refused, where it is not let in', 'refused', null, (_, response) => response.writeHead(401).end()],
  ['unreadable, where the answer is none', 'unreadable', null, (_, response) => response.end('<html>')],
];

const isPicture = (picture: Picture | null): boolean =>
  picture === null || picture === 'drawn' || (URL.canParse(picture) && new URL(picture).protocol === 'https:');

/** The told records, as long as each could be kept and the ids of other sites are such. */
const wellTold = ({ titles, people }: Told): void => {
  expect([...titles.flatMap(titleMistakes), ...people.flatMap(personMistakes)]).toEqual([]);
  const wrong = (kind: 'movie' | 'name', records: readonly { readonly ids?: readonly ExternalId[] }[]) =>
    records.flatMap(({ ids = [] }) => ids.filter((id) => id.site === 'imdb' || !isExternalId(kind, id)));
  expect([...wrong('movie', titles), ...wrong('name', people)]).toEqual([]);
};

const found = <Answer extends object>(answer: Answer | 'unknown'): Answer => {
  if (answer === 'unknown') throw new Error('the record is unknown');
  return answer;
};

/** What every source does, told of by the rest of the product. */
export const sourceConforms = (trial: SourceOnTrial): void => {
  const { open, service, secrets, words } = trial;
  const source = open();
  describe(`the source ${source.name}`, () => {
    const origins = new Set<string>();
    const seeFetch = (message: unknown): void =>
      void origins.add(String((message as { request: { origin: unknown } }).request.origin));
    const seeRequest = (message: unknown): void =>
      void origins.add((message as { request: { getHeader(name: string): string } }).request.getHeader('host'));
    beforeAll(() => {
      subscribe('undici:request:create', seeFetch);
      subscribe('http.client.request.start', seeRequest);
    });
    afterAll(() => {
      unsubscribe('undici:request:create', seeFetch);
      unsubscribe('http.client.request.start', seeRequest);
      service?.close();
    });

    const { signal } = new AbortController();
    const failing = async (listener: RequestListener, of = signal): Promise<unknown> =>
      service?.whileAnswering(listener, () =>
        open()
          .fetchTitle(trial.title, { signal: of })
          .then(
            () => new Error('nothing failed'),
            (error: unknown) => error,
          ),
      );

    it('states its licence, how long a record stays fresh, and by whose ids it finds one', () => {
      const { data, name, terms, url, notice } = source.licence;
      for (const text of [data, name, terms]) expect(text).toMatch(/\S/);
      if (url !== null) expect(new URL(url).protocol).toBe('https:');
      if (notice !== null) expect(notice).toMatch(/\S/);
      expect(source.freshness.days ?? 1).toBeGreaterThan(0);
      expect(source.sites).toContain('imdb');
      expect(SITES).toEqual(expect.arrayContaining([...source.sites]));
    });

    it('describes what it has to be given', () => {
      for (const { name: setting, description } of source.credentials) {
        expect(setting).toMatch(/^[A-Z][A-Z0-9_]+$/);
        expect(description).toMatch(/\S/);
      }
      const secret = source.credentials.some((credential) => credential.secret);
      expect(secrets.length > 0).toBe(secret);
    });

    it('tells of a title what the catalogue can keep', async () => {
      const { record, picture, others } = found(await source.fetchTitle(trial.title, { signal }));
      expect(record.title).toMatch(/\S/);
      wellTold({ titles: [record, ...others.titles], people: others.people });
      expect(isPicture(picture)).toBe(true);
      const people = new Set(others.people.map(({ id }) => id));
      const credited = [...(record.credits ?? []), ...(record.actors ?? []), ...(record.crew ?? [])];
      expect(credited.some(({ person }) => people.has(person))).toBe(credited.length > 0);
    });

    it('tells of a person what the catalogue can keep', async () => {
      if (trial.person === null) return;
      const { record, picture, others } = found(await source.fetchPerson(trial.person, { signal }));
      expect(record.name).toMatch(/\S/);
      wellTold({ titles: others.titles, people: [record, ...others.people] });
      expect(isPicture(picture)).toBe(true);
    });

    it('tells the same again', async () => {
      const [title, person] = [trial.title, trial.person ?? trial.unknown.person];
      expect(await source.fetchTitle(title, { signal })).toEqual(await open().fetchTitle(title, { signal }));
      expect(await source.fetchPerson(person, { signal })).toEqual(await open().fetchPerson(person, { signal }));
    });

    it('does not know what it does not have', async () => {
      expect(await source.fetchTitle(trial.unknown.title, { signal })).toBe('unknown');
      expect(await source.fetchPerson(trial.unknown.person, { signal })).toBe('unknown');
    });

    it('asks nobody for an id that is none, is of the other kind, or of a site that it does not know', async () => {
      const asked = service?.asked.length;
      const others: readonly Site[] = SITES.filter((site) => !source.sites.includes(site));
      const odd = SITES.flatMap((site) => MALFORMED.map((id) => ({ site, id }))).filter(
        (id) => !isExternalId('movie', id) && !isExternalId('name', id),
      );
      for (const id of [...odd, ...others.map((site) => ({ site, id: site === 'wikidata' ? 'Q5' : '5' }))]) {
        expect(await source.fetchTitle(id, { signal }), inspect(id)).toBe('unknown');
        expect(await source.fetchPerson(id, { signal }), inspect(id)).toBe('unknown');
      }
      expect(await source.fetchTitle({ site: 'imdb', id: 'nm0000001' }, { signal })).toBe('unknown');
      expect(await source.fetchPerson({ site: 'imdb', id: 'tt0000001' }, { signal })).toBe('unknown');
      expect(service?.asked.length).toBe(asked);
    });

    it('ends with the reason of its signal, before it asks and while it waits', async () => {
      const asked = service?.asked.length;
      const reason = new Error('enough');
      const ended = { signal: AbortSignal.abort(reason) };
      await expect(source.fetchTitle(trial.title, ended)).rejects.toBe(reason);
      if (trial.person !== null) await expect(source.fetchPerson(trial.person, ended)).rejects.toBe(reason);
      expect(service?.asked.length).toBe(asked);
      if (!service) return;
      const waiting = new AbortController();
      expect(await failing(() => waiting.abort(reason), waiting.signal)).toBe(reason);
    });

    if (service)
      it.each(FAILURES)('is %s', async (_, kind, retryAfter, listener) => {
        const error = await failing(listener);
        expect(error).toBeInstanceOf(SourceError);
        expect(error).toMatchObject({ source: source.name, kind, retryAfter });
        const said = inspect(error, { depth: 9, showHidden: true });
        for (const secret of secrets) expect(said).not.toContain(secret);
      });

    it('is probed with little, and says why it cannot be asked', async () => {
      expect(source.probe === undefined).toBe(service === null);
      if (!service || !source.probe) return;
      const asked = service.asked.length;
      await open().probe?.({ signal });
      expect(service.asked.length - asked).toBeLessThanOrEqual(2);
      for (const status of [401, 503]) {
        const failed = service.whileAnswering(
          (_, response) => response.writeHead(status).end(),
          async () => open().probe?.({ signal }),
        );
        await expect(failed).rejects.toMatchObject({ kind: status === 401 ? 'refused' : 'unavailable' });
      }
    });

    const { search } = source;
    it('says whether it can search', () => {
      expect(search === null).toBe(words === null);
    });

    if (search !== null && words !== null)
      it('finds by words what it can fetch', async () => {
        const find = (asked: string, year: number | null = null) =>
          search({ kind: 'movie', words: asked, year }, { signal });
        const candidates = await find(words);
        expect(candidates.length).toBeLessThanOrEqual(MOST_CANDIDATES);
        expect(candidates[0]?.ids).toContainEqual(trial.title);
        for (const { ids, name, picture } of candidates) {
          expect(ids.filter((id) => !isExternalId('movie', id))).toEqual([]);
          expect(name).toMatch(/\S/);
          expect(isPicture(picture)).toBe(true);
        }
        const { record } = found(await source.fetchTitle(trial.title, { signal }));
        expect(candidates[0]).toMatchObject({ name: record.title, year: record.year ?? null });
        expect(await find(words, 1066)).toEqual([]);
        for (const odd of ['', ' ', '%', "'; --", '\0', '\uD800'])
          expect((await find(odd)).length).toBeLessThanOrEqual(MOST_CANDIDATES);
        const ended = { signal: AbortSignal.abort('enough') };
        await expect(search({ kind: 'movie', words, year: null }, ended)).rejects.toBe('enough');
      });

    it('has asked nobody but its service', () => {
      expect([...origins]).toEqual(service ? [service.baseUrl] : []);
    });
  });
};
