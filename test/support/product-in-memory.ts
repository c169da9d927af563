import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { compose, type Product } from '#server/app/compose.ts';
import { readConfig } from '#server/app/config.ts';
import { loadSample } from '#server/app/sample.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Replicas } from '#server/platform/db/replicas.ts';
import { createLogs } from '#server/platform/log.ts';
import { createLevels } from '#server/platform/log-levels.ts';
import { OutboundError } from '#server/platform/outbound/outbound.ts';

export const TEST_SECRET = 'a-secret-for-tests-of-32-characters';
export const TEST_URL = 'http://127.0.0.1:8080';

export interface ProductInMemory extends Product {
  readonly token: string;
  /** Calls an address with the token. */
  readonly get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** Makes a person (an administrator when asked) and signs them in: their session token. */
  readonly signIn: (email: string, as?: { readonly admin: boolean }) => Promise<string>;
}

/** Enough for any test file. */
const TESTERS_REQUESTS = 100_000;

export const TEST_PASSWORD = 'a password';

interface Given extends Pick<Parameters<typeof compose>[0], 'fetchFile'> {
  /** Takes the lines of its log, as JSON; those from WARN on, unless its levels are changed. */
  readonly replicas?: Replicas | null;
  readonly onLine?: (line: string) => void;
}

interface Environment {
  readonly [key: string]: string;
}

/** Tests ask nobody for pictures. */
const nobodyThere = async (): Promise<Buffer> => {
  throw new OutboundError('GET a file', 'network');
};

/** The whole product on a database, with the embedded catalogue and a token, without a port. */
export const productOn = async (
  db: Database,
  environment: Environment = {},
  { fetchFile = nobodyThere, onLine = () => {}, replicas = null }: Given = {},
): Promise<ProductInMemory> => {
  await loadSample(db);
  const config = readConfig(
    { PUBLIC_URL: TEST_URL, KINODEX_DATA: join(tmpdir(), 'kinodex-nowhere'), ...environment },
    '/nowhere',
  );
  const levels = createLevels('warn');
  const product = await compose({
    config,
    db,
    replicas,
    secret: TEST_SECRET,
    logs: createLogs({ level: 'warn', levels, isOutage: () => true, forPeople: false, write: onLine }),
    levels,
    version: '0.0.0-test',
    fetchFile,
  });
  const token = await db.transaction(async (tx) => {
    const accountId = await product.accounts.ensure(tx, 'tester@example.org');
    await product.accounts.setMaxRequests(tx, accountId, TESTERS_REQUESTS);
    return product.tokens.issue(tx, accountId);
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    product.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });
  const signIn = async (email: string, { admin } = { admin: false }): Promise<string> => {
    await product.accounts.createUser({ email, password: TEST_PASSWORD, admin });
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/auth/signin',
      payload: { email, password: TEST_PASSWORD },
    });
    return answer.json<{ data: { token: string } }>().data.token;
  };
  return { ...product, token, get, signIn };
};

/** The address of an endpoint's example. */
export const exampleUrl = (
  path: string,
  example: { params?: Readonly<Record<string, string>>; query?: Readonly<Record<string, string>> },
): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => example.params?.[name] ?? 'missing');
  const query = new URLSearchParams(example.query).toString();
  return query ? `${filled}?${query}` : filled;
};
