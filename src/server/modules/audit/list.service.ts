import type { AuditClients, AuditHistogram, AuditRow, ClientOrder } from '#contracts/audit.api.ts';
import { clientsOf, topTokens } from './clients.rules.ts';
import { histogramOf } from './histogram.rules.ts';
import { type Hours, hoursBefore, hoursOf } from './hours.rules.ts';
import type { AuditStorage, Search, Slice, StoredRow } from './storage.ts';

/** What is looked for, the token as a person knows it, whole or by the id of its row. */
export interface AuditSearch extends Omit<Search, 'tokenId'> {
  readonly token?: string;
}

export interface ListParts {
  readonly storage: Pick<AuditStorage, 'find' | 'tally' | 'clients' | 'stretches'>;
  /** The id of a token's row; null for what is none of ours. */
  readonly tokenId: (text: string) => Promise<number | null>;
  readonly tokenTexts: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

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
export const createList = ({ storage, tokenId, tokenTexts }: ListParts) => {
  /** What the storage is asked; null where nothing can match. */
  const searchOf = async ({ token, ...search }: AuditSearch): Promise<Search | null> => {
    if (token === undefined) return search;
    const id = await tokenId(token);
    return id === null ? null : { ...search, tokenId: id };
  };

  const countedOf = async (search: AuditSearch): Promise<Search> => {
    const { token: _, ...others } = search;
    return (await searchOf(search)) ?? { ...others, tokenId: NOBODY };
  };

  return {
    list: async (
      search: AuditSearch,
      slice: Slice,
    ): Promise<{ readonly rows: readonly AuditRow[]; readonly total: number }> => {
      const wanted = await searchOf(search);
      if (wanted === null) return { rows: [], total: 0 };
      const { rows, total } = await storage.find(wanted, slice);
      const ids = new Set(rows.flatMap((row) => row.tokenId ?? []));
      const tokens = ids.size > 0 ? await tokenTexts([...ids]) : new Map<number, string>();
      return { rows: rows.map((row) => rowOf(row, tokens)), total };
    },
    histogram: async (search: AuditSearch): Promise<AuditHistogram> =>
      histogramOf(await storage.tally(await countedOf(search)), search.from?.getTime()),
    hours: async (end: Date): Promise<Hours> => {
      const bounds = hoursBefore(end);
      return hoursOf(bounds, await storage.stretches(bounds));
    },
    clients: async (search: AuditSearch, order: ClientOrder): Promise<AuditClients> => {
      const clients = await storage.clients(await countedOf(search));
      return clientsOf(clients, order, await tokenTexts(topTokens(clients, order)));
    },
  };
};
