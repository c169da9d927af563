import { counted } from '#server/kernel/counted.ts';
import { failure } from '#server/kernel/failure.ts';
import { addressOf } from '#server/kernel/network.ts';
import { utcDay } from '#server/kernel/utc-day.ts';
import { limitOf } from '#server/modules/plans/limit.rules.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { afterLast, byKeys, viewed } from '#server/platform/db/steps.ts';
import {
  type Counters,
  countedTokens,
  countsAfter,
  countsByPair,
  countsByToken,
  ownerOf,
  type PairCount,
  stillCounting,
  type TokenCount,
  takeBack,
} from './manager.store.ts';

export interface ManagerOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly tokens: Tokens;
  /** Writes the counters that still wait to be written. */
  readonly flush: () => Promise<void>;
  /** Gives requests of today back to the quota of an account. */
  readonly giveBack: (accountId: number, amount: number | 'all') => void | Promise<void>;
  readonly now: () => Date;
}

export interface ManagerAsked {
  readonly token?: string;
  readonly ip?: string;
}

/** As counters name it. */
const spelled = (ip: string | undefined): string | null => (ip === undefined ? null : (addressOf(ip) ?? ip));

/** The requests manager: the counters of the current UTC day. */
export const createManager = ({ db, tokens, flush, giveBack, now }: ManagerOptions) => {
  const ofToken = (row: TokenCount) => ({
    token: tokens.shown(row.sealed),
    requests: row.requests,
    refused: row.refused,
    email: row.email,
    limit: limitOf(row),
    idToken: row.tokenId,
  });
  const ofPair = (row: PairCount) => ({
    token: tokens.shown(row.sealed),
    ip: row.ip,
    requests: row.requests,
    refused: row.refused,
    idToken: row.tokenId,
  });

  /** The counters that are asked for; null where the token is none of ours. */
  const chosenBy = async ({ token, ip }: ManagerAsked): Promise<Counters | null> => {
    await flush();
    const tokenId = token === undefined ? null : await tokens.idOf(token);
    return token !== undefined && tokenId === null ? null : { day: utcDay(now()), tokenId, ip: spelled(ip) };
  };

  const show = async (asked: ManagerAsked) => {
    const chosen = await chosenBy(asked);
    if (chosen === null) return { requestsByToken: [], relationshipIpToken: [], tokens: 0, pairs: 0 };
    const byToken = await countsByToken(db, chosen);
    const byPair = await countsByPair(db, chosen);
    return {
      requestsByToken: byToken.map(ofToken),
      relationshipIpToken: byPair.map(ofPair),
      tokens: byToken[0]?.total ?? 0,
      pairs: byPair[0]?.total ?? 0,
    };
  };

  /** Every token that counts, in the order of the list. */
  async function* walkTokens(asked: ManagerAsked) {
    const chosen = await chosenBy(asked);
    if (chosen === null) return;
    const ids = await countedTokens(db, chosen);
    yield* viewed(
      byKeys(ids, (some) => countsByToken(db, chosen, some)),
      (rows) => rows.map(ofToken),
    );
  }

  /** Every pair that counts: token by token in the order of the list, and by address. */
  async function* walkPairs(asked: ManagerAsked) {
    const chosen = await chosenBy(asked);
    if (chosen === null) return;
    for (const id of await countedTokens(db, chosen))
      yield* viewed(
        afterLast<PairCount>((last, most) => countsAfter(db, chosen, id, last?.ip ?? '', most)),
        (rows) => rows.map(ofPair),
      );
  }

  /** Takes counters back and gives them to the quotas they were taken off. Tells how many requests and pairs. */
  const clear = async ({ token, ip }: ManagerAsked) => {
    const tokenId = token === undefined ? null : await tokens.idOf(token);
    if (token !== undefined && tokenId === null) throw failure('token_unknown');
    await flush();
    const day = utcDay(now());
    const taken = await db.transaction((tx) => takeBack(tx, { day, tokenId, ip: spelled(ip) }));
    // Of a token whose counters are lost altogether there is still the quota.
    if (tokenId !== null && ip === undefined && taken.length === 0)
      taken.push({ accountId: await ownerOf(db, tokenId), requests: 0, pairs: 0 });
    const counting = await stillCounting(
      db,
      day,
      taken.map(({ accountId }) => accountId),
    );
    // Where nothing counts any more all of the quota comes back: a crash may have lost counters of what was granted.
    for (const { accountId, requests } of taken) await giveBack(accountId, counting.has(accountId) ? requests : 'all');
    const requests = taken.reduce((sum, one) => sum + one.requests, 0);
    const pairs = taken.reduce((sum, one) => sum + one.pairs, 0);
    return { requests: counted(requests, 'request', 'requests'), pairs };
  };

  const clearToken = async (token: string): Promise<string> => {
    const { requests, pairs } = await clear({ token });
    return `Token requests cleared: ${requests} from ${counted(pairs, 'address', 'addresses')}`;
  };

  const clearTokenIp = async (token: string, ip: string): Promise<string> =>
    `Token requests of this address cleared: ${(await clear({ token, ip })).requests}`;

  const clearIp = async (ip: string): Promise<string> => {
    const { requests, pairs } = await clear({ ip });
    return `Ip requests cleared: ${requests} of ${counted(pairs, 'token', 'tokens')}`;
  };

  return { show, walkTokens, walkPairs, clearToken, clearTokenIp, clearIp };
};

export type Manager = ReturnType<typeof createManager>;
