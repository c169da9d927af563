import { DELETION_DAYS } from '#contracts/own-data.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Person } from '#server/platform/http/route.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import { DELETION_ASKED } from './account.mails.ts';
import type { AccountParts } from './account.parts.ts';
import { saidAt } from './account.rules.ts';
import { type AccountRow, findById, holdById, isLastAdministrator, lockAdministrators } from './account.store.ts';
import { clearDeletion, countDue, readDue, setDeletion } from './deletion.store.ts';
import { createProof } from './proof.ts';
import type { Roster } from './roster.service.ts';

const DAY_MS = 86_400_000;
const AT_ONCE = 100;

export interface DeletionAsked {
  readonly password?: string;
  /** Of the second factor. */
  readonly code?: string;
}

export interface DueRun {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  readonly said: (text: string) => void;
}

/** The last administrator who stays; one who is disabled does nothing here anyway. */
const isNeeded = async (tx: Transaction, { id, role, disabled }: AccountRow): Promise<boolean> =>
  role === 'ADMIN' && !disabled && (await isLastAdministrator(tx, id));

/** Accounts that their owners delete: not at once, so that they can change their minds. */
export const createDeletion = (parts: AccountParts, { removeHeld }: Pick<Roster, 'removeHeld'>) => {
  const { db, log, sessions, mail, now } = parts;
  const { proveAnew } = createProof(parts);

  /**
   * Has the account of a person deleted in a while. Its sessions end, and its tokens are refused from now on. Throws
   * `recent_sign_in_needed` for a wrong password or none, `code_needed`, `second_factor_wrong`, `too_many_tries`, and `last_admin` for the last administrator.
   */
  const askDeletion = async (
    person: Person & { readonly accountId: number },
    { password, code }: DeletionAsked,
    ip: string | null,
  ): Promise<{ readonly deleteAt: string }> => {
    const { accountId } = person;
    const known = await findById(db, accountId);
    if (!known) throw failure('session_invalid');
    const proof = { ...(password !== undefined && { currentPassword: password }), ...(code !== undefined && { code }) };
    await proveAnew(person, known, proof, ip);
    const deleteAt = await db.transaction(async (tx) => {
      await lockAdministrators(tx);
      const account = await holdById(tx, accountId);
      if (!account) throw failure('session_invalid');
      if (await isNeeded(tx, account)) throw failure('last_admin');
      const at = now();
      const due = await setDeletion(tx, accountId, new Date(at.getTime() + DELETION_DAYS * DAY_MS));
      await sessions.endAll(tx, accountId);
      const data = { at: saidAt(at), due: saidAt(due) };
      await mail.sendMail(tx, DELETION_ASKED, { to: account.email, accountId, data });
      return due;
    });
    sessions.invalidate();
    log.info({ accountId }, 'the owner has asked for an account to be deleted');
    return { deleteAt: deleteAt.toISOString() };
  };

  /** When the account of a person is deleted; null: it stays. */
  const deletionOf = async (accountId: number): Promise<{ readonly deleteAt: string | null }> => {
    const account = await findById(db, accountId);
    if (!account) throw failure('session_invalid');
    return { deleteAt: account.deleteAt?.toISOString() ?? null };
  };

  const keepAccount = async (accountId: number): Promise<string> => {
    await db.transaction(async (tx) => {
      await clearDeletion(tx, accountId);
      await publish(tx, PEOPLE_CHANGED);
    });
    log.info({ accountId }, 'the owner keeps an account');
    return 'Your account stays';
  };

  /** Deletes an account unless it is kept meanwhile; why not where it cannot be. */
  const removeDue = (id: number): Promise<'gone' | 'kept' | 'last'> =>
    db.transaction(async (tx) => {
      await lockAdministrators(tx);
      const account = await holdById(tx, id);
      if (!account?.deleteAt || account.deleteAt > now()) return 'kept';
      if (await isNeeded(tx, account)) return 'last';
      await removeHeld(tx, account);
      return 'gone';
    });

  /** Deletes the accounts whose time is over; answers how many. */
  const deleteDue = async ({ signal, progress, said }: DueRun): Promise<number> => {
    const total = await countDue(db, now());
    let deleted = 0;
    progress(0, total);
    for (let after = 0; ; ) {
      const due = await readDue(db, now(), after, AT_ONCE);
      for (const id of due) {
        signal.throwIfAborted();
        after = id;
        const became = await removeDue(id);
        if (became === 'gone') progress(++deleted, Math.max(total, deleted));
        if (became === 'last') said(`Account ${id} is the last administrator and stays until there is another one.`);
      }
      if (due.length < AT_ONCE) return deleted;
    }
  };

  return { askDeletion, deletionOf, keepAccount, deleteDue };
};
