import type { FastifyRequest } from 'fastify';
import { counters } from '#server/modules/quota/count.service.ts';
import { testFolder } from '#server/platform/batch/batch.fixture.ts';
import { heldTimers } from '#server/platform/batch/timer.fixture.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Answered } from '#server/platform/http/route.ts';
import { keptLog } from '#test/support/log.ts';
import { type AuditParts, createAudit } from './audit.service.ts';
import { createBlockStorage } from './blocks/block.storage.ts';

interface Sent {
  readonly url?: string;
  readonly id?: string;
  readonly ip?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code?: number;
  readonly elapsed?: number;
  readonly tokenId?: number | null;
  readonly cost?: number;
}

/** An answered request, a plain one where nothing is said. */
export const answered = (sent: Sent = {}): Answered => ({
  request: {
    id: sent.id ?? 'test-1',
    url: sent.url ?? '/api/v1/movie/tt0068646',
    address: sent.ip ?? '192.0.2.1',
    method: sent.method ?? 'GET',
    headers: sent.headers ?? {},
  } as FastifyRequest,
  path: sent.url ?? '/api/v1/movie/:imdbId',
  code: sent.code ?? 200,
  elapsed: sent.elapsed ?? 0,
  tokenId: sent.tokenId ?? null,
  cost: sent.cost ?? 0,
});

/** A clock that stands still until it is set, and timers that go off when they are told to. */
export const heldClock = (start: string) => {
  let time = new Date(start);
  return {
    now: () => time,
    set: (text: string): void => {
      time = new Date(text);
    },
    ...heldTimers(),
  };
};

/** The audit of a test: tokens are known by `kdx_` and their number. */
export const testAudit = (db: Database, parts: Partial<AuditParts> & Pick<AuditParts, 'now'>) =>
  createAudit({
    db,
    storage: createBlockStorage({ db, now: parts.now }),
    log: keptLog(),
    spillFolder: parts.spillFolder ?? testFolder(),
    days: () => 90,
    countDays: () => 400,
    counters,
    tokenId: async (text) => (/^kdx_\d+$/.test(text) ? Number(text.slice(4)) : null),
    tokensOf: async (ids) => new Map(ids.map((id) => [id, { token: `kdx_${id}`, status: 'VALID' }])),
    setTimer: () => () => {},
    ...parts,
  });

/** Takes everything out, so that a test starts with nothing. */
export const emptyAudit = async (db: Database): Promise<void> => {
  await db.query('truncate audit_block, audit_day, request_count');
  await db.query('update audit_next set seq = 1');
};

/** Addresses in the order of their numbers, which must be 1, 2, 3 and so on. */
export const keptInOrder = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await db.query<{ seq: number; uri: string }>('select seq, uri from audit order by seq');
  rows.forEach(({ seq }, index) => {
    if (seq !== index + 1) throw new Error(`number ${index + 1} is ${seq}`);
  });
  return rows.map(({ uri }) => uri);
};

/** A database whose transactions fail while it is cut off: before they begin, or after the commit. */
export const cuttable = (db: Database) => {
  let cut: 'no' | 'before' | 'after' = 'no';
  const away = () => Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
  return {
    set: (how: typeof cut): void => {
      cut = how;
    },
    db: {
      ...db,
      transaction: (async (work) => {
        if (cut === 'before') throw away();
        const result = await db.transaction(work);
        if (cut === 'after') throw away();
        return result;
      }) as Database['transaction'],
    },
  };
};
