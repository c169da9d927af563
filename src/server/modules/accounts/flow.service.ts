import { createHmac, randomBytes } from 'node:crypto';
import { type ProviderAnswer, STATE_OF } from '#contracts/identity.api.ts';
import { type Failure, failure } from '#server/kernel/failure.ts';
import { keyFor } from '#server/kernel/keys.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type Expected, ProviderError } from '#server/platform/oidc/provider.ts';
import type { AccountParts, SignInProvider } from './account.parts.ts';
import { type Flow, type FlowKey, type FlowPurpose, findFlow, insertFlow, takeFlow } from './flow.store.ts';
import { cookieOfBrowser, isBrowserMark, type Person, personOf, roleOf } from './identity.rules.ts';
import { digestOf } from './invitation.ts';
import { createThrottle, tooManyTries } from './throttle.service.ts';

/** Seconds that somebody has at the provider, and then for the code of a second factor. */
const LIFE_S = 600;
/** Sign-ins that a network may begin in a quarter of an hour. */
const [MOST, WITHIN_MS] = [60, 900_000];

export type FlowParts = Pick<
  AccountParts,
  'db' | 'configuration' | 'passwords' | 'tries' | 'now' | 'secret' | 'log' | 'publicUrl' | 'provider'
>;

/** What a browser is sent to the provider with. */
export interface Begun {
  readonly url: string;
  /** What binds it to the browser. */
  readonly cookie: string;
}

/** Who somebody is, by a provider that was asked here. */
export interface Judged {
  readonly flow: Flow;
  readonly person: Person;
  /** The role that it gives; undefined where it has no say in that. */
  readonly role: 'USER' | 'ADMIN' | undefined;
}

const REASON = { away: 'identity_away', denied: 'identity_denied', refused: 'identity_refused' } as const;
const token = (): string => randomBytes(32).toString('base64url');
const worthless = (): Failure => failure('identity_flow');

/** Ways to a provider and back: each is for one browser, once, and for ten minutes. */
export const createFlows = (parts: FlowParts) => {
  const { db, now, secret, log, publicUrl, provider } = parts;
  const { takeAll } = createThrottle(parts);
  const key = keyFor(secret, 'kinodex sign-in flow');

  /** Throws `identity_off`. */
  const present = (): SignInProvider => {
    if (!provider) throw failure('identity_off');
    return provider;
  };

  /** What only this product can make of a state: so nothing of it is kept, and nobody who reads the table knows it. */
  const expectedOf = (state: string): Expected => {
    const made = (what: string) => createHmac('sha256', key).update(`${what} ${state}`).digest('base64url');
    return { state, nonce: made('nonce'), verifier: made('verifier') };
  };

  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ problem: error.message }, 'a sign-in at the provider came to nothing');
      throw failure(REASON[error.kind], undefined, { cause: error });
    }
  };

  const keyOf = (state: string, browser: string): FlowKey => ({ state: digestOf(state), browser: digestOf(browser) });

  /** Throws `identity_off`, `identity_away` and `too_many_tries`. */
  const begin = async (
    purpose: 'sign_in' | 'link',
    more: Partial<Flow>,
    { ip, mark: given }: { readonly ip: string | null; readonly mark: string | undefined },
  ): Promise<Begun> => {
    const { client } = present();
    const buckets = ip === null ? [] : [{ name: `provider address ${networkOf(ip)}`, most: MOST }];
    const wait = await takeAll(buckets, WITHIN_MS);
    if (wait > 0) throw tooManyTries(wait, 'Too many sign-ins were begun from your network; try again later.');
    const state = `${STATE_OF[purpose]}${token()}`;
    const url = await asking(() => client.begin(expectedOf(state)));
    // Several tabs of a browser share it.
    const mark = isBrowserMark(given) ? given : token();
    const at = now();
    const endsAt = new Date(at.getTime() + LIFE_S * 1_000);
    await insertFlow(db, { ...more, ...keyOf(state, mark), purpose }, { now: at, endsAt });
    return { url, cookie: cookieOfBrowser(publicUrl, mark, LIFE_S) };
  };

  const take = async (purpose: FlowPurpose, state: string, mark: string | undefined): Promise<Flow> => {
    const flow = mark === undefined ? null : await takeFlow(db, keyOf(state, mark), purpose, now());
    if (!flow) throw worthless();
    return flow;
  };

  /**
   * Uses a way up, and asks the provider. Throws `identity_off`, `identity_flow`, `identity_denied`, `identity_refused`,
   * `identity_away` and `identity_role`.
   */
  const finish = async (
    purpose: 'sign_in' | 'link',
    answer: ProviderAnswer,
    mark: string | undefined,
  ): Promise<Judged> => {
    const { client, roles } = present();
    const flow = await take(purpose, answer.state, mark);
    const claims = await asking(() => client.finish(answer, expectedOf(answer.state)));
    const person = personOf(claims);
    if (!person) throw failure('identity_refused');
    const role = roles === null ? undefined : roleOf(claims, roles);
    if (role === null) throw failure('identity_role');
    return { flow, person, role };
  };

  return {
    ...{ begin, finish, present },
    /** Lets the code of a second factor come to a way that was finished but for it. */
    goOn: (tx: Executor, state: string, mark: string, flow: Partial<Flow>): Promise<void> => {
      const at = now();
      const times = { now: at, endsAt: new Date(at.getTime() + LIFE_S * 1_000) };
      return insertFlow(tx, { ...flow, ...keyOf(state, mark), purpose: 'code' }, times);
    },
    /** Throws `identity_flow`. */
    waiting: async (state: string, mark: string | undefined): Promise<Flow> => {
      const flow = mark === undefined ? null : await findFlow(db, keyOf(state, mark), 'code', now());
      if (!flow) throw worthless();
      return flow;
    },
    takeWaiting: (state: string, mark: string | undefined): Promise<Flow> => take('code', state, mark),
  };
};

export type Flows = ReturnType<typeof createFlows>;
