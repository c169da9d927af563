import { PLAN_REQUESTS } from '#server/modules/plans/plan.sql.ts';
import type { Executor } from '#server/platform/db/database.ts';

/** Which of a day's counters; null: all. */
export interface Counters {
  /** UTC, yyyy-mm-dd. */
  readonly day: string;
  readonly tokenId: number | null;
  readonly ip: string | null;
}

/** The most rows of each list; how many there are is told beside it. */
const MOST_ROWS = 1000;

interface Counted {
  readonly tokenId: number;
  readonly sealed: Buffer;
  readonly requests: number;
  /** Answered 429 meanwhile. */
  readonly refused: number;
  /** Of the whole list, however many rows are read. */
  readonly total: number;
}

export interface TokenCount extends Counted {
  readonly email: string;
  readonly role: string;
  readonly maxRequests: number;
  readonly planRequests: number | null;
}

const CHOSEN = `c.day = $1 and (c.requests > c.cleared or c.refused > 0) and ($2::bigint is null or c.token_id = $2)
  and ($3::text is null or c.ip = $3)`;

/** What counts of a day by token: those that were refused something first, then by how much it is. */
export const countsByToken = async (
  db: Executor,
  { day, tokenId, ip }: Counters,
  only: readonly number[] | null = null,
): Promise<readonly TokenCount[]> => {
  const { rows } = await db.query<TokenCount>(
    `select t.id as "tokenId", t.sealed, n.requests, n.refused, n.total, a.email, a.role, a.max_requests as "maxRequests",
        ${PLAN_REQUESTS('a.id')} as "planRequests"
      from (select c.token_id, sum(c.requests - c.cleared) as requests, sum(c.refused) as refused,
            count(*) over () as total
          from request_count c join api_token known on known.id = c.token_id where ${CHOSEN}
          and ($5::bigint[] is null or c.token_id = any($5))
          group by c.token_id order by sum(c.refused) > 0 desc, 2 desc, 1 limit $4) n
        join api_token t on t.id = n.token_id join account a on a.id = t.account_id
      order by n.refused > 0 desc, n.requests desc, n.token_id`,
    [day, tokenId, ip, MOST_ROWS, only],
  );
  return rows;
};

/** The ids of all of those tokens, in the same order. */
export const countedTokens = async (db: Executor, { day, tokenId, ip }: Counters): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `select c.token_id as id from request_count c where ${CHOSEN}
      group by c.token_id order by sum(c.refused) > 0 desc, sum(c.requests - c.cleared) desc, c.token_id`,
    [day, tokenId, ip],
  );
  return rows.map(({ id }) => id);
};

export interface PairCount extends Counted {
  readonly ip: string;
}

/** The same by token and network address. */
export const countsByPair = async (db: Executor, { day, tokenId, ip }: Counters): Promise<readonly PairCount[]> => {
  const { rows } = await db.query<PairCount>(
    `select t.id as "tokenId", t.sealed, c.ip, c.requests - c.cleared as requests, c.refused, count(*) over () as total
      from request_count c join api_token t on t.id = c.token_id where ${CHOSEN}
      order by c.refused > 0 desc, c.requests - c.cleared desc, c.token_id, c.ip limit $4`,
    [day, tokenId, ip, MOST_ROWS],
  );
  return rows;
};

/** So many of the pairs of a token after an address, by address: counts move while they are read, addresses do not. */
export const countsAfter = async (
  db: Executor,
  { day, ip }: Counters,
  tokenId: number,
  after: string,
  most: number,
): Promise<readonly PairCount[]> => {
  const { rows } = await db.query<PairCount>(
    `select t.id as "tokenId", t.sealed, c.ip, c.requests - c.cleared as requests, c.refused, 0 as total
      from request_count c join api_token t on t.id = c.token_id where ${CHOSEN} and c.ip > $4 order by c.ip limit $5`,
    [day, tokenId, ip, after, most],
  );
  return rows;
};

export interface TakenBack {
  readonly accountId: number;
  readonly requests: number;
  readonly pairs: number;
}

/**
 * Takes back what counts of a day, in one step, and tells how much of it was each account's. The history of what was
 * answered stays.
 */
export const takeBack = async (db: Executor, { day, tokenId, ip }: Counters): Promise<TakenBack[]> => {
  const { rows } = await db.query<TakenBack>(
    `with held as (
        select c.token_id, c.ip, c.requests - c.cleared as requests from request_count c where ${CHOSEN}
        order by c.token_id, c.ip for update),
      taken as (
        update request_count c set cleared = c.cleared + held.requests, refused = 0 from held
        where c.day = $1 and c.token_id = held.token_id and c.ip = held.ip returning c.token_id, held.requests)
      select t.account_id as "accountId", sum(taken.requests) as requests, count(*) as pairs
      from taken join api_token t on t.id = taken.token_id group by t.account_id order by t.account_id`,
    [day, tokenId, ip],
  );
  return rows;
};

/** Which of the accounts have requests of a day that count. */
export const stillCounting = async (
  db: Executor,
  day: string,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await db.query<{ account_id: number }>(
    `select distinct t.account_id from api_token t join request_count c on c.token_id = t.id and c.day = $1
      where t.account_id = any($2::bigint[]) and c.requests > c.cleared`,
    [day, accountIds],
  );
  return new Set(rows.map((row) => row.account_id));
};

/** The account of a token. */
export const ownerOf = async (db: Executor, tokenId: number): Promise<number> => {
  const { rows } = await db.query<{ account_id: number }>('select account_id from api_token where id = $1', [tokenId]);
  const [row] = rows;
  if (!row) throw new Error(`token ${tokenId} belongs to nobody`);
  return row.account_id;
};
