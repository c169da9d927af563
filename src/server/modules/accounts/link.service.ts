import { isEmail } from '#contracts/email.ts';
import type { HandedLink } from '#contracts/link.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { PEOPLE_CHANGED } from './account.events.ts';
import { ADDRESS_LINK, HANDED_HOURS, makeLink, PASSWORD_CHANGED, PASSWORD_LINK } from './account.mails.ts';
import type { AccountParts } from './account.parts.ts';
import { saidAt, wrongBody } from './account.rules.ts';
import { findById, holdByEmail, setConfirmed, setPassword } from './account.store.ts';
import { createLinkLimits, type GivenLink } from './link.limits.ts';
import { takeLink } from './link.store.ts';

export interface NewPasswordByLink extends GivenLink {
  readonly password: string;
  readonly confirmPassword: string;
}

/** Links by which people choose a new password, or confirm their address. */
export const createLinks = (parts: AccountParts) => {
  const { db, log, sessions, now, mail, publicUrl, passwords, problemsOf } = parts;
  const { takeMail, withLink } = createLinkLimits(parts);

  /**
   * Has a link for a new password mailed, if there is an account of the address. Nothing tells whether: that is looked up
   * when the mail is written. Throws `mail_off`, `invalid_body` and `too_many_tries`.
   */
  const forgot = async ({ email, ip }: Pick<GivenLink, 'email' | 'ip'>): Promise<string> => {
    if (!mail.isOn) throw failure('mail_off');
    if (!isEmail(email)) throw wrongBody([{ field: 'email', message: 'Email must be a valid email address' }]);
    await takeMail(email, ip);
    await db.transaction((tx) => mail.sendMail(tx, PASSWORD_LINK, { to: email, accountId: null, data: {} }));
    return 'If there is an account with this email, a link is on its way';
  };

  /** Whether a link for a new password holds, without using it. Throws `link_invalid` and `too_many_tries`. */
  const checkPasswordLink = (given: GivenLink): Promise<void> => withLink(given, 'password', async () => {});

  /**
   * Sets the password of the account that a link is for, once; all its sessions end, and the account is told. Throws
   * `invalid_body`, `link_invalid` and `too_many_tries`.
   */
  const usePasswordLink = async (wish: NewPasswordByLink): Promise<string> => {
    const problems = await problemsOf(wish, wish.email);
    if (problems.length > 0) throw wrongBody(problems);
    return withLink(wish, 'password', async (given) => {
      const phc = await passwords.hash(wish.password);
      const accountId = await db.transaction(async (tx) => {
        const account = await holdByEmail(tx, wish.email);
        const taken = account && (await takeLink(tx, given));
        if (!taken) throw failure('link_invalid');
        await setPassword(tx, account.id, phc, true);
        if (taken.mailed) await setConfirmed(tx, account.id);
        await sessions.endAll(tx, account.id);
        await tellChanged(tx, account);
        return account.id;
      });
      sessions.invalidate();
      log.info({ accountId }, 'a password was set by a link');
      return 'Password updated';
    });
  };

  /** Part of the step that changes a password. */
  const tellChanged = async (tx: Transaction, { id, email }: { readonly id: number; readonly email: string }) => {
    await mail.sendMail(tx, PASSWORD_CHANGED, { to: email, accountId: id, data: { at: saidAt(now()) } });
  };

  /** A link for a new password that is handed to the user by somebody else. Throws `user_unknown`. */
  const handPasswordLink = (email: string): Promise<HandedLink> =>
    db.transaction(async (tx) => {
      const account = await holdByEmail(tx, email);
      if (!account) throw failure('user_unknown', 'There is no user with this email.');
      const made = { publicUrl, purpose: 'password', hours: HANDED_HOURS, mailed: false, now: now() } as const;
      const { link, endsAt } = await makeLink(tx, account, made);
      log.info({ accountId: account.id }, 'a link for a new password was made');
      return { link, endsAt: endsAt.toISOString() };
    });

  /** Has the link sent again by which an account confirms its address. Throws `mail_off` and `too_many_tries`. */
  const askToConfirm = async (accountId: number, ip: string | null): Promise<string> => {
    const account = await findById(db, accountId);
    if (!account?.unconfirmed) return 'Your address is confirmed';
    if (!mail.isOn) throw failure('mail_off');
    await takeMail(account.email, ip);
    await db.transaction((tx) => mail.sendMail(tx, ADDRESS_LINK, { to: account.email, accountId, data: {} }));
    return `A link is on its way to ${account.email}`;
  };

  /** Confirms the address that a link is for. Throws `link_invalid` and `too_many_tries`. */
  const confirmAddress = (wish: GivenLink): Promise<string> =>
    withLink(wish, 'address', async (given) => {
      await db.transaction(async (tx) => {
        const taken = await takeLink(tx, given);
        if (!taken) throw failure('link_invalid');
        await setConfirmed(tx, taken.accountId);
        await publish(tx, PEOPLE_CHANGED);
      });
      return 'Address confirmed';
    });

  return {
    ...{ forgot, checkPasswordLink, usePasswordLink, tellChanged, handPasswordLink },
    ...{ askToConfirm, confirmAddress },
  };
};

export type Links = ReturnType<typeof createLinks>;
