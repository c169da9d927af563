import { isEmail } from '#contracts/email.ts';
import type { HandedLink } from '#contracts/link.api.ts';
import { failure, refusedAt } from '#server/kernel/failure.ts';
import type { Person } from '#server/platform/http/route.ts';
import { EMAIL_ASKED, EMAIL_CHANGED, EMAIL_LINK, HANDED_HOURS, makeLink, markOf } from './account.mails.ts';
import type { AccountParts } from './account.parts.ts';
import { saidAt, wrongBody } from './account.rules.ts';
import { findByEmail, findById, holdByEmail, holdById, isTaken, setEmail } from './account.store.ts';
import { createLinkLimits, type GivenLink } from './link.limits.ts';
import { holderOf, takeLink } from './link.store.ts';
import { createProof, type Proof } from './proof.ts';

/** Links an hour that one account has mailed to new addresses. */
const PER_ACCOUNT = 5;

export interface EmailAsked extends Proof {
  readonly email: string;
}

/** Another address for an account: only who reads its mail, or got its link from an administrator, brings it about. */
export const createEmailChange = (parts: AccountParts) => {
  const { db, log, sessions, now, mail, publicUrl } = parts;
  const { takeMail, withLink } = createLinkLimits(parts);
  const { proveBoth } = createProof(parts);

  const judge = (email: string, former: string, field = 'email', name = 'Email'): void => {
    if (!isEmail(email)) throw wrongBody([{ field, message: `${name} must be a valid email address` }]);
    if (email.toLowerCase() === former.toLowerCase())
      throw wrongBody([{ field, message: `${name} is the address of the account already` }]);
  };

  /**
   * Has a link mailed to the address that a person wishes for, and tells the present one. Throws `invalid_body`,
   * `mail_off`, what is asked beside the session, `email_taken` and `too_many_tries`.
   */
  const askEmail = async (
    person: Person & { readonly accountId: number },
    { email, ...proof }: EmailAsked,
    ip: string | null,
  ): Promise<string> => {
    const account = await findById(db, person.accountId);
    if (!account) throw failure('session_invalid');
    judge(email, account.email);
    if (!mail.isOn) throw failure('mail_off', 'No mail is sent here; the operator of this site can hand you a link.');
    await proveBoth(person, account, proof, ip);
    if (await findByEmail(db, email)) throw refusedAt('email', 'email_taken');
    await takeMail(email, ip, [{ name: `link email account ${account.id}`, most: PER_ACCOUNT }]);
    await db.transaction(async (tx) => {
      const about = { accountId: account.id };
      await mail.sendMail(tx, EMAIL_LINK, {
        ...about,
        to: email,
        data: { former: account.email, password: markOf(account) },
      });
      await mail.sendMail(tx, EMAIL_ASKED, { ...about, to: account.email, data: { email, at: saidAt(now()) } });
    });
    return `A link is on its way to ${email}`;
  };

  /** A link for another address that somebody else hands over. Throws `user_unknown`, `invalid_body` and `email_taken`. */
  const handEmailLink = (former: string, email: string): Promise<HandedLink> =>
    db.transaction(async (tx) => {
      const account = await holdByEmail(tx, former);
      if (!account) throw failure('user_unknown', 'There is no user with this email.');
      judge(email, account.email, 'newEmail', 'New email');
      if (await findByEmail(tx, email)) throw refusedAt('newEmail', 'email_taken');
      const made = { publicUrl, purpose: 'email', hours: HANDED_HOURS, mailed: false, now: now() } as const;
      const { link, endsAt } = await makeLink(tx, { ...account, email, former: account.email }, made);
      log.info({ accountId: account.id }, 'a link for another address was made');
      return { link, endsAt: endsAt.toISOString() };
    });

  /** Throws `link_invalid`, `email_taken` and `too_many_tries`. */
  const changeEmail = (wish: GivenLink): Promise<{ readonly email: string; readonly former: string }> =>
    withLink(wish, 'email', async (given) => {
      const changed = await db
        .transaction(async (tx) => {
          // The account first, as whoever sets a password does.
          const holder = await holderOf(tx, given);
          const account = holder === null ? null : await holdById(tx, holder);
          const taken = account && (await takeLink(tx, given));
          if (!taken) throw failure('link_invalid');
          await setEmail(tx, account.id, taken.email, taken.mailed);
          await sessions.endAll(tx, account.id);
          const data = { email: taken.email, at: saidAt(now()) };
          await mail.sendMail(tx, EMAIL_CHANGED, { to: account.email, accountId: account.id, data });
          return { accountId: account.id, email: taken.email, former: account.email };
        })
        .catch((error: unknown) => {
          throw isTaken(error) ? failure('email_taken', undefined, { cause: error }) : error;
        });
      sessions.invalidate();
      log.info({ accountId: changed.accountId }, 'an account has another address');
      return { email: changed.email, former: changed.former };
    });

  return { askEmail, handEmailLink, changeEmail };
};
