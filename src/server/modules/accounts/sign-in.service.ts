import { isEmail } from '#contracts/email.ts';
import type { SignedIn } from '#contracts/session.ts';
import { type Failure, failure, refusedAt } from '#server/kernel/failure.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Person } from '#server/platform/http/route.ts';
import { limitsOf } from './account.config.ts';
import { ADDRESS_LINK } from './account.mails.ts';
import type { AccountParts } from './account.parts.ts';
import { signedInOf, wrongBody } from './account.rules.ts';
import {
  findByEmail,
  findById,
  holdUnchanged,
  insertAccount,
  isInvited,
  redeemInvitation,
  setPassword,
  setUnconfirmed,
} from './account.store.ts';
import type { createFactorCheck } from './factor.check.ts';
import { digestOf } from './invitation.ts';
import type { Links } from './link.service.ts';
import { createProof, type Proof, whoIs } from './proof.ts';
import { type Bucket, createThrottle, tooManyTries } from './throttle.service.ts';

const HOUR_MS = 3_600_000;

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly ip: string | null;
  /** Of the second factor, where the account has one. */
  readonly code?: string;
  /** What the browser calls itself. */
  readonly agent?: string | null;
}

export interface SignUpInput extends SignInInput {
  readonly confirmPassword: string;
  /** What the operator's link holds, for an account that is there already and has no password yet. */
  readonly invitation?: string;
}

export interface Invitation {
  readonly email: string;
  readonly invitation: string;
  readonly ip: string | null;
}

export interface PasswordChange extends Proof {
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

export interface PasswordChanged {
  readonly said: string;
  /** Of the session that goes on; the one it was asked with holds no more. */
  readonly token: string;
}

const signInFailed = (): Failure =>
  failure('sign_in_failed', undefined, { headers: { 'WWW-Authenticate': 'Bearer realm="kinodex"' } });

/** What people do about themselves: signing in, registering, changing the password. */
export const createSignIn = (
  parts: AccountParts,
  { tellChanged, pass }: Pick<Links, 'tellChanged'> & Pick<ReturnType<typeof createFactorCheck>, 'pass'>,
) => {
  const { db, log, configuration, sessions, now, signUp: door, mail, onNew, passwords, problemsOf } = parts;
  const { takeAll, giveBack, counted, isRight } = createThrottle(parts);
  const { proveBoth } = createProof(parts);

  /**
   * Throws `sign_in_failed`, `too_many_tries`, `account_disabled` and what the second factor does; nothing tells an unknown address from a
   * wrong password.
   */
  const signIn = async ({ email, password, code, ip, agent = null }: SignInInput): Promise<SignedIn> => {
    const account = isEmail(email) ? await findByEmail(db, email) : null;
    const right = await isRight(account, account ? whoIs(account) : `unknown ${email.toLowerCase()}`, password, ip);
    const phc = account?.password ?? null;
    if (!right || account === null || phc === null) throw signInFailed();
    await pass(account, { code, ip });
    return db.transaction(async (tx) => {
      // A password that was changed while it was compared opens nothing.
      const held = await holdUnchanged(tx, account.id, phc);
      if (!held) throw signInFailed();
      return signedInOf(await sessions.open(tx, held, ip, agent), held);
    });
  };

  /** The id of the account that somebody registers for. */
  const made = async (tx: Transaction, { email, ip, invitation }: SignUpInput, phc: string): Promise<number> => {
    if (invitation !== undefined) {
      const invited = await redeemInvitation(tx, { email, code: digestOf(invitation), password: phc, ip, now: now() });
      if (invited === null) throw failure('invitation_invalid');
      return invited;
    }
    const id = await insertAccount(tx, { email, password: phc, role: 'USER', ip });
    if (id === null) throw refusedAt('email', 'email_taken');
    await onNew(tx, id, ip);
    if (
      limitsOf(configuration).confirms &&
      (await mail.sendMail(tx, ADDRESS_LINK, { to: email, accountId: id, data: {} }))
    )
      await setUnconfirmed(tx, id);
    return id;
  };

  /** Counts a registration of the caller's network; answers what to give back. Throws `too_many_tries`. */
  const takeRegistration = async (ip: string | null): Promise<readonly Bucket[]> => {
    const { signUpsAnHour } = limitsOf(configuration);
    const buckets = ip === null ? [] : [{ name: `sign-up address ${networkOf(ip)}`, most: signUpsAnHour }];
    const wait = await takeAll(buckets, HOUR_MS);
    if (wait > 0) throw tooManyTries(wait, 'Too many registrations from your network within an hour.');
    return buckets;
  };

  /**
   * Whether an invitation can be used, without using it. One that cannot counts as a registration, so that looking is no
   * cheaper a guess than using. Throws `invitation_invalid` and `too_many_tries`.
   */
  const checkInvitation = async ({ email, invitation, ip }: Invitation): Promise<void> => {
    const buckets = await takeRegistration(ip);
    const asked = { email, code: digestOf(invitation), now: now() };
    const isGood = isEmail(email) && (await counted(buckets, () => isInvited(db, asked)));
    if (!isGood) throw failure('invitation_invalid');
    await giveBack(buckets);
  };

  /**
   * Registers somebody, or gives an account that was made for them its first password. Throws `sign_up_closed`,
   * `invalid_body`, `too_many_tries`, `email_taken` and `invitation_invalid`.
   */
  const signUp = async (wish: SignUpInput): Promise<SignedIn> => {
    const { email, password, ip, agent = null, invitation } = wish;
    if (door === 'closed' && invitation === undefined) throw failure('sign_up_closed');
    const wrongEmail = isEmail(email) ? [] : [{ field: 'email', message: 'Email must be a valid email address' }];
    const problems = [...wrongEmail, ...(await problemsOf(wish, email))];
    if (problems.length > 0) throw wrongBody(problems);
    const buckets = await takeRegistration(ip);
    const phc = await counted(buckets, () => passwords.hash(password));
    return db.transaction(async (tx) => {
      const id = await made(tx, wish, phc);
      const account = await findById(tx, id);
      if (!account) throw new Error(`account ${id} vanished while it was made`);
      return signedInOf(await sessions.open(tx, account, ip, agent), account);
    });
  };

  /**
   * Changes the password of the person who is signed in and ends all of that person's sessions; the one it was changed in
   * goes on with the new token. Throws `forbidden` for another's address, `invalid_body`, what is asked beside the
   * session, `too_many_tries` and `session_invalid`.
   */
  const changePassword = async (
    person: Person & { readonly accountId: number },
    change: PasswordChange,
    ip: string | null,
  ): Promise<PasswordChanged> => {
    const { accountId, sessionId } = person;
    const account = await findById(db, accountId);
    if (!account || change.email.toLowerCase() !== account.email.toLowerCase()) throw failure('forbidden');
    const problems = await problemsOf(change, account.email);
    if (problems.length > 0) throw wrongBody(problems);
    await proveBoth(person, account, change, ip);
    const phc = await passwords.hash(change.password);
    const token = await db.transaction(async (tx) => {
      await setPassword(tx, accountId, phc, false);
      await tellChanged(tx, account);
      return sessions.replace(tx, account, sessionId);
    });
    sessions.invalidate();
    log.info({ accountId }, 'a password was changed');
    return { said: 'Password updated', token };
  };

  return { signIn, signUp, checkInvitation, changePassword };
};
