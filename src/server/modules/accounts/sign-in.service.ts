import { isEmail } from '#contracts/email.ts';
import type { Detail } from '#contracts/envelope.ts';
import type { SignedIn } from '#contracts/session.ts';
import { type Failure, failure } from '#server/kernel/failure.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Person } from '#server/platform/http/route.ts';
import { limitsOf } from './account.config.ts';
import type { AccountParts } from './account.parts.ts';
import { passwordProblems, returnUrlOf } from './account.rules.ts';
import { type AccountRow, findByEmail, findById, holdUnchanged, insertAccount, setPassword } from './account.store.ts';
import { isKnownAddress } from './session.store.ts';

const RECENT_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly ip: string | null;
}

export interface SignUpInput extends SignInInput {
  readonly confirmPassword: string;
}

export interface PasswordChange {
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly currentPassword?: string;
}

const wrongBody = (details: readonly Detail[]): Failure =>
  failure('invalid_body', details.map(({ message }) => message).join('; '), { details });

/** Seconds as people say them. */
const waitOf = (seconds: number): string => {
  if (seconds < 100) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minutes`;
};

const tooManyTries = (retryAfter: number): Failure =>
  failure('too_many_tries', `Too many tries; wait ${waitOf(retryAfter)}.`, {
    headers: { 'Retry-After': String(retryAfter) },
  });

const signInFailed = (): Failure =>
  failure('sign_in_failed', undefined, { headers: { 'WWW-Authenticate': 'Bearer realm="kinodex"' } });

const answerOf = (token: string, { email, role, darkTheme, maxRegs }: Omit<AccountRow, 'password'>): SignedIn => ({
  token,
  email,
  role,
  returnUrl: returnUrlOf(role),
  profile: { darkTheme: darkTheme ? 1 : 0, maxRegs },
});

const whoIs = ({ id }: AccountRow): string => `account ${id}`;

interface Bucket {
  readonly name: string;
  readonly most: number;
}

/** What people do about themselves: signing in, registering, changing the password. */
export const createSignIn = ({
  db,
  log,
  configuration,
  sessions,
  now,
  signUp: door,
  onNew,
  passwords,
  tries,
}: AccountParts) => {
  /** Counts a try in every bucket, or in none when one of them is full. Answers the seconds to wait, 0 for none. */
  const takeAll = async (buckets: readonly Bucket[], within: number): Promise<number> => {
    for (const [at, { name, most }] of buckets.entries()) {
      const { allowed, retryAfter } = await tries.take(name, most, within);
      if (allowed) continue;
      await giveBack(buckets.slice(0, at));
      return retryAfter;
    }
    return 0;
  };

  const giveBack = async (buckets: readonly Bucket[]): Promise<void> => {
    for (const { name } of buckets) await tries.giveBack(name);
  };

  /**
   * Whether a password is the account's. Only failures count: a try is counted before it is made and given back when it
   * turns out right or could not be made. `who` stands for the account; what does not exist is counted alike.
   * Throws `too_many_tries`, but never for the right password from where the account has signed in before.
   */
  const isRight = async (
    account: AccountRow | null,
    who: string,
    password: string,
    ip: string | null,
  ): Promise<boolean> => {
    const { triesOfAccount, triesOfAddress, triesWithin } = limitsOf(configuration);
    const network = ip === null ? null : networkOf(ip);
    const buckets = [{ name: `sign-in ${who}`, most: triesOfAccount }];
    if (network !== null) buckets.push({ name: `sign-in address ${network}`, most: triesOfAddress });
    const wait = await takeAll(buckets, triesWithin);
    if (wait > 0) {
      // Asked for unknown accounts too: how long the refusal takes says nothing.
      const isKnown = network !== null && (await isKnownAddress(db, account?.id ?? 0, network));
      if (isKnown && account && (await passwords.verify(account.password, password))) return true;
      throw tooManyTries(wait);
    }
    let right = false;
    try {
      right = await passwords.verify(account?.password ?? null, password);
    } catch (error) {
      await giveBack(buckets);
      throw error;
    }
    if (right) await giveBack(buckets);
    return right;
  };

  /** Throws `sign_in_failed` and `too_many_tries`; nothing tells an unknown address from a wrong password. */
  const signIn = async ({ email, password, ip }: SignInInput): Promise<SignedIn> => {
    const account = isEmail(email) ? await findByEmail(db, email) : null;
    const right = await isRight(account, account ? whoIs(account) : `unknown ${email.toLowerCase()}`, password, ip);
    const phc = account?.password ?? null;
    if (!right || account === null || phc === null) throw signInFailed();
    return db.transaction(async (tx) => {
      // A password that was changed while it was compared opens nothing.
      const held = await holdUnchanged(tx, account.id, phc);
      if (!held) throw signInFailed();
      return answerOf(await sessions.open(tx, held, ip), held);
    });
  };

  /** Throws `sign_up_closed`, `invalid_body`, `too_many_tries` and `email_taken`. */
  const signUp = async ({ email, password, confirmPassword, ip }: SignUpInput): Promise<SignedIn> => {
    if (door === 'closed') throw failure('sign_up_closed');
    const { passwordMin, signUpsAnHour } = limitsOf(configuration);
    const wrongEmail = isEmail(email) ? [] : [{ field: 'email', message: 'Email must be a valid email address' }];
    const problems = [...wrongEmail, ...passwordProblems({ password, confirmPassword }, passwordMin)];
    if (problems.length > 0) throw wrongBody(problems);
    const buckets = ip === null ? [] : [{ name: `sign-up address ${networkOf(ip)}`, most: signUpsAnHour }];
    const wait = await takeAll(buckets, HOUR_MS);
    if (wait > 0) throw tooManyTries(wait);
    let phc: string;
    try {
      phc = await passwords.hash(password);
    } catch (error) {
      await giveBack(buckets);
      throw error;
    }
    return db.transaction(async (tx) => {
      const id = await insertAccount(tx, { email, password: phc, role: 'USER', ip });
      if (id === null) throw failure('email_taken');
      await onNew(tx, id, ip);
      const account = await findById(tx, id);
      if (!account) throw new Error(`account ${id} vanished while it was made`);
      return answerOf(await sessions.open(tx, account, ip), account);
    });
  };

  /** Who signed in a while ago has to know the current password; one that is sent must be right in any case. */
  const proveAgain = async (
    person: Person,
    account: AccountRow,
    given: string | undefined,
    ip: string | null,
  ): Promise<void> => {
    const isRecent = now().getTime() - person.signedInAt.getTime() <= RECENT_MS;
    if (given === undefined && isRecent) return;
    if (given === undefined) throw failure('recent_sign_in_needed');
    if (!(await isRight(account, whoIs(account), given, ip)))
      throw failure('recent_sign_in_needed', 'The current password is wrong.');
  };

  /**
   * Changes the password of the person who is signed in and ends that person's other sessions. Throws `forbidden` for
   * another's address, `invalid_body`, `recent_sign_in_needed` and `too_many_tries`.
   */
  const changePassword = async (
    person: Person & { readonly accountId: number },
    change: PasswordChange,
    ip: string | null,
  ): Promise<string> => {
    const { accountId, sessionId } = person;
    const account = await findById(db, accountId);
    if (!account || change.email.toLowerCase() !== account.email.toLowerCase()) throw failure('forbidden');
    const problems = passwordProblems(change, limitsOf(configuration).passwordMin);
    if (problems.length > 0) throw wrongBody(problems);
    await proveAgain(person, account, change.currentPassword, ip);
    const phc = await passwords.hash(change.password);
    await db.transaction(async (tx) => {
      await setPassword(tx, accountId, phc, false);
      await sessions.endOthers(tx, accountId, sessionId);
    });
    sessions.forget();
    log.info({ accountId }, 'a password was changed');
    return 'Password updated';
  };

  return { signIn, signUp, changePassword };
};
