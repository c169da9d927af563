import { isEmail } from '#contracts/email.ts';
import type { SignInRole } from '#contracts/session.ts';
import { type Failure, failure, invalid, refusedAt } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import { INVITED, makeInvitation } from './account.mails.ts';
import type { AccountParts } from './account.parts.ts';
import { wrongBody } from './account.rules.ts';
import {
  type AccountRow,
  buryAccount,
  countAdministrators,
  findByEmail,
  findById,
  holdByEmail,
  insertAccount,
  isLastAdministrator,
  lockAdministrators,
  readEmails,
  setInvitation,
  setMaxRequests,
  setPassword,
  updateRole,
} from './account.store.ts';
import { hasIdentity } from './identity.store.ts';
import { digestOf, INVITATION_DAYS, newInvitation } from './invitation.ts';
import { newPassword } from './password.ts';
import { updateEnabled } from './user-list.store.ts';

const DAY_MS = 86_400_000;

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly admin: boolean;
}

export type FirstAdministrator =
  | { readonly made: true; readonly email: string; readonly password: string }
  | { readonly made: false; readonly email: string; readonly password: null };

const checkEmail = (email: string): void => {
  if (!isEmail(email)) throw invalid('email', 'must be a valid email address');
};

const unknownUser = (): Failure => failure('user_unknown', 'There is no user with this email.');

/** What is done about people by others: administrators, the command line, the first start. */
export const createRoster = ({
  db,
  log,
  sessions,
  now,
  onNew,
  onGone,
  passwords,
  problemsOf,
  mail,
  publicUrl,
}: AccountParts) => {
  const checkPassword = async (password: string, email: string, name = ''): Promise<void> => {
    const [problem] = await problemsOf({ password, confirmPassword: password }, email);
    if (problem) throw failure('invalid_body', `${name}${problem.message}`, { details: [problem] });
  };

  /** The id of an address's account, made without a password when there is none. Throws `invalid_parameter`. */
  const ensure = async (executor: Executor, email: string): Promise<number> => {
    checkEmail(email);
    const made = await insertAccount(executor, { email, password: null, role: 'USER', ip: null });
    if (made !== null) {
      await onNew(executor, made, null);
      return made;
    }
    const found = await findByEmail(executor, email);
    if (!found) throw new Error('an account vanished while it was made');
    return found.id;
  };

  /** Whether somebody can sign in to an account. */
  const hasPassword = async (executor: Executor, accountId: number): Promise<boolean> =>
    typeof (await findById(executor, accountId))?.password === 'string';

  /**
   * What lets somebody set the first password of an address's account, which is made when there is none; the one before
   * it is worthless then. Throws `invalid_parameter`, and `email_taken` when there is a password.
   */
  const invite = async (executor: Executor, email: string): Promise<string> => {
    const id = await ensure(executor, email);
    const invitation = newInvitation();
    const endsAt = new Date(now().getTime() + INVITATION_DAYS * DAY_MS);
    if (await setInvitation(executor, id, digestOf(invitation), endsAt)) return invitation;
    throw failure('email_taken', `${email} has a password; 'kinodex user reset-password' makes a new one.`);
  };

  /**
   * The same for an administrator who asks: the link is mailed where mail is on, else it is answered. Who is invited again
   * without a role keeps the one before. Throws `invalid_body`, and `email_taken` for a user with a password.
   */
  const inviteAs = async ({ email, role }: { readonly email: string; readonly role?: SignInRole }) => {
    if (!isEmail(email)) throw wrongBody([{ field: 'email', message: 'Email must be a valid email address' }]);
    return db.transaction(async (tx) => {
      const id = await ensure(tx, email);
      if (await hasPassword(tx, id)) throw refusedAt('email', 'email_taken');
      if (role !== undefined) await setRole(tx, email, role);
      const mailed = await mail.sendMail(tx, INVITED, { to: email, accountId: id, data: {} });
      const made = mailed ? null : await makeInvitation(tx, { id, email }, { publicUrl, now: now() });
      const endsAt = made?.endsAt ?? new Date(now().getTime() + INVITATION_DAYS * DAY_MS);
      return { email, link: made?.link ?? null, endsAt: endsAt.toISOString() };
    });
  };

  /** Makes a user who can sign in. Throws `email_taken`, `invalid_parameter` and `invalid_body`. */
  const createUser = async ({ email, password, admin }: NewUser): Promise<number> => {
    checkEmail(email);
    await checkPassword(password, email);
    const phc = await passwords.hash(password);
    return db.transaction(async (tx) => {
      if (admin) await lockAdministrators(tx);
      const id = await insertAccount(tx, { email, password: phc, role: admin ? 'ADMIN' : 'USER', ip: null });
      if (id === null) throw refusedAt('email', 'email_taken');
      await onNew(tx, id, null);
      return id;
    });
  };

  /** Sets a password and ends every session of the user. Throws `user_unknown` and `invalid_body`. */
  const resetPassword = async (tx: Transaction, email: string, password: string): Promise<void> => {
    await checkPassword(password, email);
    const phc = await passwords.hash(password);
    const account = await holdByEmail(tx, email);
    if (!account) throw unknownUser();
    await setPassword(tx, account.id, phc, true);
    await sessions.endAll(tx, account.id);
    log.info({ accountId: account.id }, 'a password was reset');
  };

  /** The account, held; whoever else takes an administrator away waits. Throws `user_unknown` and `last_admin`. */
  const holdToTakeAway = async (tx: Transaction, email: string, keepsRole: boolean): Promise<AccountRow> => {
    await lockAdministrators(tx);
    const account = await holdByEmail(tx, email);
    if (!account) throw unknownUser();
    if (account.role === 'ADMIN' && !account.disabled && !keepsRole && (await isLastAdministrator(tx, account.id)))
      throw failure('last_admin');
    return account;
  };

  /** Deletes a user; of the account its id is left. Throws `user_unknown`, and `last_admin` for the last administrator. */
  const remove = async (tx: Transaction, email: string): Promise<void> =>
    removeHeld(tx, await holdToTakeAway(tx, email, false));

  /** The same of an account that is held and may go. */
  const removeHeld = async (tx: Transaction, { id, email }: AccountRow): Promise<void> => {
    const at = now();
    await buryAccount(tx, id, at);
    await onGone(tx, { id, email }, at);
    await sessions.endAll(tx, id);
    log.info({ accountId: id }, 'a user was deleted');
  };

  /** Ends every session of a user. */
  const endSessions = (executor: Executor, accountId: number): Promise<void> => sessions.endAll(executor, accountId);

  /** Makes somebody administrator, or user again; sessions end. Throws `user_unknown` and `last_admin`. */
  const setRole = async (tx: Transaction, email: string, role: SignInRole): Promise<void> => {
    const account = await holdToTakeAway(tx, email, role === 'ADMIN');
    if (account.role === role) return;
    await updateRole(tx, account.id, role);
    await sessions.endAll(tx, account.id);
    log.info({ accountId: account.id, role }, 'the role of a user was changed');
  };

  const changeRole = async (email: string, role: SignInRole): Promise<string> => {
    await db.transaction((tx) => setRole(tx, email, role));
    return 'Role updated';
  };

  /**
   * Disables a user, whose sessions end and whose tokens hold no more, or lets one in again; both may be said twice. Throws
   * `user_unknown` and `last_admin`.
   */
  const setEnabled = async (email: string, enabled: boolean): Promise<string> => {
    await db.transaction(async (tx) => {
      const { id } = await holdToTakeAway(tx, email, enabled);
      if (!(await updateEnabled(tx, id, enabled ? null : now()))) return;
      await sessions.endAll(tx, id);
      await publish(tx, PEOPLE_CHANGED);
      log.info({ accountId: id, enabled }, 'a user was disabled or enabled');
    });
    sessions.invalidate();
    return enabled ? 'User enabled' : 'User disabled';
  };

  /**
   * Makes the administrator of the first start, with a password of its own when none is given; nothing when there is an
   * administrator. An account that the command line made for this address, which nobody can sign in to, becomes the
   * administrator's. One with a password does not: whoever chose that password would take over the product. Throws
   * `invalid_body` for a password that is refused, which only matters to the start that would set it.
   */
  const ensureFirstAdministrator = async ({
    email,
    password: given,
  }: {
    readonly email: string;
    readonly password: string | undefined;
  }): Promise<FirstAdministrator> => {
    const none = { made: false, email, password: null } as const;
    if ((await countAdministrators(db)) > 0) return none;
    if (given !== undefined) await checkPassword(given, email, 'KINODEX_ADMIN_PASSWORD=***: ');
    const password = given ?? newPassword();
    const phc = await passwords.hash(password);
    return db.transaction(async (tx) => {
      await lockAdministrators(tx);
      if ((await countAdministrators(tx)) > 0) return none;
      const made = await insertAccount(tx, { email, password: phc, role: 'ADMIN', ip: null });
      if (made !== null) {
        await onNew(tx, made, null);
        return { made: true, email, password } as const;
      }
      const account = await holdByEmail(tx, email);
      // Whoever signs in to it already would take over the product.
      if (account?.password !== null || (await hasIdentity(tx, account.id))) {
        log.warn('There is no administrator, and KINODEX_ADMIN_EMAIL names a user: see `kinodex user role`.');
        return none;
      }
      await setPassword(tx, account.id, phc, true);
      await updateRole(tx, account.id, 'ADMIN');
      return { made: true, email, password } as const;
    });
  };

  /** What accounts are called, by their ids; of deleted ones `deleted-` and the id is left. */
  const emailsOf = (ids: readonly number[]): Promise<ReadonlyMap<number, string>> => readEmails(db, ids);

  return {
    emailsOf,
    ensure,
    hasPassword,
    invite,
    setMaxRequests,
    createUser,
    resetPassword,
    ...{ remove, removeHeld, endSessions, setRole },
    ...{ inviteAs, changeRole, setEnabled },
    ensureFirstAdministrator,
  };
};

export type Roster = ReturnType<typeof createRoster>;
