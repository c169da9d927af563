import type { Static } from 'typebox';
import type { Found, FoundId } from '#contracts/find.api.ts';
import { imdbId, parseImdbId } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type ExternalId, type OtherSite, type PlacedId, SPACES } from '#server/sources/external-id.ts';
import { countIds, type Keys, keyOfExternalId, type Owner, readIdsOf, readOwners } from '../external-id.store.ts';
import type { Asker, Records } from '../record.service.ts';

export interface IdsParts {
  readonly db: Executor;
  readonly records: Pick<Records, 'batch'>;
}

const ELSEWHERE: readonly OtherSite[] = ['tmdb', 'tvdb', 'wikidata'];

const TITLE_FIELDS = ['title', 'year', 'type', 'posterUrl', 'series'];
const NAME_FIELDS = ['name', 'photoUrl'];

interface Item {
  readonly data: unknown;
  readonly redirectTo?: string;
}

const keysOf = (ids: readonly string[]): Keys => {
  const parsed = ids.flatMap((id) => parseImdbId(id) ?? []);
  const of = (kind: Owner['kind']) => parsed.filter((id) => id.kind === kind).map(({ key }) => key);
  return { titles: of('movie'), people: of('name') };
};

const wired = ({ site, space, id }: PlacedId): Static<typeof FoundId> => ({
  site,
  of: space === 'item' ? null : space,
  id,
});

/** What other sites call titles and people. */
export const createIds = ({ db, records }: IdsParts) => {
  /** Ids at other sites by the ids of records. */
  const elsewhere = async (ids: readonly string[], sites: readonly OtherSite[]) => {
    const rows = await readIdsOf(db, keysOf(ids), sites);
    return Map.groupBy(rows, ({ kind, key }) => imdbId(kind, key));
  };

  /** The ids of the records that a site calls so, among whichever of its numbers. */
  const ownersOf = async ({ site, id }: ExternalId): Promise<readonly string[]> => {
    if (site === 'imdb') return [parseImdbId(id)?.canonical ?? id];
    const owners = await readOwners(db, { site, id }, SPACES);
    return [...new Set(owners.map(({ kind, key }) => imdbId(kind, key)))];
  };

  const batchOf = async (ids: readonly string[], fields: readonly string[], asker: Asker): Promise<readonly Item[]> =>
    ids.length === 0 ? [] : JSON.parse(await records.batch({ ids, fields: ['imdbId', ...fields] }, asker));

  const shown = async (ids: readonly string[], asker: Asker): Promise<Static<typeof Found>> => {
    const of = (prefix: string) => ids.filter((id) => id.startsWith(prefix));
    const [titles, people, known] = await Promise.all([
      batchOf(of('tt'), TITLE_FIELDS, asker),
      batchOf(of('nm'), NAME_FIELDS, asker),
      elsewhere(ids, ELSEWHERE),
    ]);
    const [moved] = [...titles, ...people].flatMap(({ redirectTo }) => redirectTo ?? []);
    if (moved !== undefined) return shown([moved], asker);
    const withIds = <T>(items: readonly Item[]): T[] =>
      items.flatMap(({ data }) => {
        if (data === null) return [];
        const record = data as { readonly imdbId: string };
        return [{ ...record, ids: (known.get(record.imdbId) ?? []).map(wired) } as T];
      });
    return { titles: withIds(titles), people: withIds(people) };
  };

  return {
    /** The titles and the people that an id stands for; of one that was merged, what it has become. */
    find: async ({ site, id }: ExternalId, asker: Asker): Promise<Static<typeof Found>> => {
      return shown(await ownersOf({ site, id }), asker);
    },
    ownersOf,
    /** The id of the record that a site calls so among these of its numbers; null where it is not known. */
    ownOf: async (id: PlacedId): Promise<string | null> => {
      const key = await keyOfExternalId(db, id);
      return key === null ? null : imdbId(id.space === 'person' ? 'name' : 'movie', key);
    },
    elsewhere,
    /** How many titles and people have an id at each site. */
    counts: async () => {
      const known = new Map((await countIds(db)).map((one) => [one.site, one]));
      return ELSEWHERE.map((site) => known.get(site) ?? { site, titles: 0, people: 0 });
    },
  };
};

export type Ids = ReturnType<typeof createIds>;
