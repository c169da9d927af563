import type { AuditRow } from '#contracts/audit.api.ts';
import type { AuditStorage, Found, Search, Slice, StoredRow } from './storage.ts';

/** What is looked for, the token as a person knows it, whole or by the id of its row. */
export interface AuditSearch extends Omit<Search, 'tokenId'> {
  readonly token?: string;
}

export interface ListParts {
  readonly storage: Pick<AuditStorage, 'find'>;
  /** The id of a token's row; null for what is none of ours. */
  readonly tokenId: (text: string) => Promise<number | null>;
  readonly tokenTexts: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

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

/** Requests as they are shown, newest first. */
export const createList = ({ storage, tokenId, tokenTexts }: ListParts) => {
  const find = async ({ token, ...search }: AuditSearch, slice: Slice): Promise<Found> => {
    if (token === undefined) return storage.find(search, slice);
    const id = await tokenId(token);
    return id === null ? { rows: [], total: 0 } : storage.find({ ...search, tokenId: id }, slice);
  };

  return async (search: AuditSearch, slice: Slice): Promise<{ rows: readonly AuditRow[]; total: number }> => {
    const { rows, total } = await find(search, slice);
    const ids = new Set(rows.flatMap((row) => row.tokenId ?? []));
    const tokens = ids.size > 0 ? await tokenTexts([...ids]) : new Map<number, string>();
    return { rows: rows.map((row) => rowOf(row, tokens)), total };
  };
};
