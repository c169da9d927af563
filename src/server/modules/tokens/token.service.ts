import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Failure, failure } from '#server/kernel/failure.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { looksLikeToken, newToken, seal, tokenHash, unseal } from './token.rules.ts';
import { findSealed, findToken, insertToken, type TokenOwner } from './token.store.ts';

/** How long a node may go on believing what it knows of a token, in ms: the net under the bus. */
const TRUST_MS = 900;

export interface TokenOptions {
  readonly db: Executor;
  readonly secret: string;
}

const refused = (reason: 'token_missing' | 'token_invalid' | 'token_disabled'): Failure =>
  failure(reason, undefined, { headers: { 'WWW-Authenticate': 'Bearer realm="kinodex"' } });

/** API tokens: whom one belongs to, and making them. */
export const createTokens = ({ db, secret }: TokenOptions) => {
  const known = new LRUCache<string, TokenOwner>({ max: 50_000, ttl: TRUST_MS, ttlResolution: 50 });

  const judged = (owner: TokenOwner | null): TokenOwner => {
    if (!owner) throw refused('token_invalid');
    if (!owner.valid) throw refused('token_disabled');
    return owner;
  };

  /** The owner of a token; at once when it was seen within the last seconds. */
  const authenticate = (token: string | undefined): TokenOwner | Promise<TokenOwner> => {
    if (!token) throw refused('token_missing');
    const key = hash('sha256', token, 'base64');
    const owner = known.get(key);
    if (owner) return judged(owner);
    if (!looksLikeToken(token)) throw refused('token_invalid');
    return findToken(db, tokenHash(token)).then((found) => {
      if (found) known.set(key, found);
      return judged(found);
    });
  };

  /** The valid token of an account: the one it has, or a new one. */
  const issue = async (executor: Executor, accountId: number): Promise<string> => {
    const sealed = await findSealed(executor, accountId);
    if (sealed) return unseal(sealed, secret);
    const token = newToken();
    await insertToken(executor, accountId, tokenHash(token), seal(token, secret));
    return token;
  };

  return { authenticate, issue, forget: () => known.clear() };
};

export type Tokens = ReturnType<typeof createTokens>;
