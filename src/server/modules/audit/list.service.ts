import type { AuditClients, AuditHistogram, AuditRow, ClientOrder } from '#contracts/audit.api.ts';
import { lateIn, SEARCH_PATIENCE } from '#server/platform/db/late.ts';
import { atOnce, type Steps, viewed } from '#server/platform/db/steps.ts';
import { clientsOf, type KnownToken, topTokens } from './clients.rules.ts';
import { histogramOf } from './histogram.rules.ts';
import { type Hours, hoursBefore, hoursOf } from './hours.rules.ts';
import type { AuditStorage, Found, Search, Slice, StoredRow } from './storage.ts';

/** What is looked for, the token as a person knows it, whole or by the id of its row. */
export interface AuditSearch extends Omit<Search, 'tokenId'> {
  readonly token?: string;
}

export interface ListParts {
  readonly storage: Pick<AuditStorage, 'find' | 'walk' | 'tally' | 'clients' | 'stretches'>;
  /** The id of a token's row; null for what is none of ours. */
  readonly tokenId: (text: string) => Promise<number | null>;
  readonly tokensOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, KnownToken>>;
  readonly searchPatience?: number;
}

export interface Listed extends Omit<Found, 'rows'> {
  readonly rows: readonly AuditRow[];
}

/** Texts of tokens that a long walk remembers. */
const MOST_KNOWN = 10_000;

/** No token has this id: whoever looks for one that is none of ours finds no request. */
const NOBODY = -1;

const rowOf = (row: StoredRow, tokens: ReadonlyMap<number, string>): AuditRow => ({
  idAudit: row.seq,
  ip: row.ip,
  token: row.tokenId === null ? null : (tokens.get(row.tokenId) ?? null),
  uri: row.uri,
  requestDate: row.at.toISOString(),
  elapsedTime: row.elapsedUs / 1_000,
  httpCode: row.code,
  method: row.method,
  headers: row.headers,
  requestId: row.requestId,
  idToken: row.tokenId,
});

/** Requests as they are shown: newest first, and counted over time. */
export const createList = ({ storage, tokenId, tokensOf, searchPatience = SEARCH_PATIENCE }: ListParts) => {
  /** What the storage is asked; null where nothing can match. */
  const searchOf = async ({ token, ...search }: AuditSearch): Promise<Search | null> => {
    if (token === undefined) return search;
    const id = await tokenId(token);
    return id === null ? null : { ...search, tokenId: id };
  };

  /** Rows with the texts of their tokens, of which those that are known already are not read again. */
  const shown = async (rows: readonly StoredRow[], known = new Map<number, string>()): Promise<readonly AuditRow[]> => {
    const missing = new Set(rows.flatMap(({ tokenId }) => (tokenId === null || known.has(tokenId) ? [] : [tokenId])));
    if (missing.size > 0) for (const [id, { token }] of await tokensOf([...missing])) known.set(id, token);
    const shownRows = rows.map((row) => rowOf(row, known));
    if (known.size > MOST_KNOWN) known.clear();
    return shownRows;
  };

  const countedOf = async (search: AuditSearch): Promise<Search> => {
    const { token: _, ...others } = search;
    return (await searchOf(search)) ?? { ...others, tokenId: NOBODY };
  };

  return {
    list: async (search: AuditSearch, slice: Slice): Promise<Listed> => {
      const isLate = lateIn(searchPatience);
      const wanted = await searchOf(search);
      if (wanted === null) return { rows: [], total: 0, since: null };
      const { rows, ...found } = await storage.find(wanted, slice, isLate);
      return { rows: await shown(rows), ...found };
    },
    walk: async (search: AuditSearch): Promise<Steps<AuditRow>> => {
      const wanted = await searchOf(search);
      const known = new Map<number, string>();
      return wanted === null ? atOnce<AuditRow>([]) : viewed(storage.walk(wanted), (rows) => shown(rows, known));
    },
    histogram: async (search: AuditSearch): Promise<AuditHistogram> =>
      histogramOf(await storage.tally(await countedOf(search), lateIn(searchPatience)), search.from?.getTime()),
    hours: async (end: Date): Promise<Hours> => {
      const bounds = hoursBefore(end);
      return hoursOf(bounds, await storage.stretches(bounds));
    },
    clients: async (search: AuditSearch, order: ClientOrder): Promise<AuditClients> => {
      const clients = await storage.clients(await countedOf(search), lateIn(searchPatience));
      return clientsOf(clients, order, await tokensOf(topTokens(clients, order)));
    },
  };
};
