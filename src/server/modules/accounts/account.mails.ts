import { type MailWriter, mailKind, mailWriter } from '#server/modules/mail/mail.kind.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type AccountRow, findByEmail, setInvitation } from './account.store.ts';
import { digestOf, INVITATION_DAYS, newInvitation } from './invitation.ts';
import { insertLink, type LinkPurpose } from './link.store.ts';

const HOUR_MS = 3_600_000;
/** Hours that a link for a new password can be used: one that is mailed, and one that an administrator hands over. */
const MAILED_HOURS = 1;
export const HANDED_HOURS = 24;
const CONFIRM_HOURS = 48;

/** To an address that somebody has typed: there may be no account of it. */
export const PASSWORD_LINK = mailKind('password_link', MAILED_HOURS * HOUR_MS);
export const PASSWORD_CHANGED = mailKind<{ readonly at: string }>('password_changed');
export const ADDRESS_LINK = mailKind('address_link');
/** To the address that an account is to have; `former` is the one of now. */
/** `password` stands for the one of then: its link is worthless with another, so it is not made any more. */
export const EMAIL_LINK = mailKind<{ readonly former: string; readonly password: string }>(
  'email_link',
  HANDED_HOURS * HOUR_MS,
);
/** What stands for a password in what waits to be sent. */
export const markOf = ({ password }: Pick<AccountRow, 'password'>): string =>
  digestOf(password ?? '').toString('base64url');
export const EMAIL_ASKED = mailKind<{ readonly email: string; readonly at: string }>('email_asked');
export const EMAIL_CHANGED = mailKind<{ readonly email: string; readonly at: string }>('email_changed');
export const INVITED = mailKind('invited');
export const IDENTITY_LINKED = mailKind<{ readonly at: string; readonly provider: string }>('identity_linked');
export const IDENTITY_ENDED = mailKind<{ readonly at: string; readonly provider: string }>('identity_ended');

export const DELETION_ASKED = mailKind<{ readonly at: string; readonly due: string }>('deletion_asked');

const PAGES = { password: 'reset', address: 'confirm', email: 'new-address' } as const;

interface Link {
  readonly publicUrl: string;
  readonly purpose: LinkPurpose;
  readonly hours: number;
  readonly mailed: boolean;
  readonly now: Date;
}

/** Makes a link for an account: the address of the page that it opens, and until when. */
export const makeLink = async (
  tx: Executor,
  { id, email, former }: Pick<AccountRow, 'id' | 'email'> & { readonly former?: string },
  { publicUrl, purpose, hours, mailed, now }: Link,
): Promise<{ readonly link: string; readonly endsAt: Date }> => {
  const code = newInvitation();
  const endsAt = new Date(now.getTime() + hours * HOUR_MS);
  const kept = { hash: digestOf(code), accountId: id, purpose, email, mailed, now, endsAt };
  await insertLink(tx, { ...kept, ...(former !== undefined && { former }) });
  // Behind the hash, so that no server and no proxy on the way writes it down.
  return { link: `${publicUrl}/#/${PAGES[purpose]}?${new URLSearchParams({ email, link: code })}`, endsAt };
};

/** Makes what lets somebody choose the first password of an account: its address and until when; null when it has one. */
export const makeInvitation = async (
  tx: Executor,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
  { publicUrl, now }: Pick<Link, 'publicUrl' | 'now'>,
): Promise<{ readonly link: string; readonly endsAt: Date } | null> => {
  const invitation = newInvitation();
  const endsAt = new Date(now.getTime() + INVITATION_DAYS * 24 * HOUR_MS);
  if (!(await setInvitation(tx, id, digestOf(invitation), endsAt))) return null;
  return { link: `${publicUrl}/#/register?${new URLSearchParams({ email, invitation })}`, endsAt };
};

interface Parts {
  /** Where the product is reached from outside; never what a request says of it. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

const NOT_YOU = 'If you have not asked for it, do nothing: nothing changes.';

/** What people are told about their accounts. */
export const accountMails = ({ publicUrl, now }: Parts): readonly MailWriter[] => {
  const site = new URL(publicUrl).host;
  const linkFor = async (tx: Executor, account: Parameters<typeof makeLink>[1], purpose: LinkPurpose, hours: number) =>
    (await makeLink(tx, account, { publicUrl, purpose, hours, mailed: true, now: now() })).link;
  return [
    mailWriter(PASSWORD_LINK, async ({ to }, tx) => {
      const account = await findByEmail(tx, to);
      if (!account) return null;
      return {
        subject: 'Choose a new password',
        paragraphs: [`Somebody, probably you, has forgotten the password of ${account.email} at ${site}.`],
        link: { label: 'Choose a new password', url: await linkFor(tx, account, 'password', MAILED_HOURS) },
        after: ['The link can be used once, within an hour.', NOT_YOU],
      };
    }),
    mailWriter(PASSWORD_CHANGED, ({ to, data }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        `The password of ${to} at ${site} was changed at ${data.at}. All other sessions have ended.`,
        'If that was not you, choose a new password at once and tell the operator of the site.',
      ],
      link: { label: 'Choose a new password', url: `${publicUrl}/#/forgotten` },
    })),
    mailWriter(INVITED, async ({ to }, tx) => {
      const account = await findByEmail(tx, to);
      const made = account && (await makeInvitation(tx, account, { publicUrl, now: now() }));
      if (!made) return null;
      return {
        subject: `Your account at ${site}`,
        paragraphs: [`An administrator of ${site} has made an account for ${to}. Choose a password to use it.`],
        link: { label: 'Choose a password', url: made.link },
        after: [`The link can be used once, within ${INVITATION_DAYS} days.`],
      };
    }),
    mailWriter(ADDRESS_LINK, async ({ to }, tx) => {
      const account = await findByEmail(tx, to);
      if (!account?.unconfirmed) return null;
      return {
        subject: 'Confirm your address',
        paragraphs: [`${account.email} was registered at ${site}. Its API token works once the address is confirmed.`],
        link: { label: 'Confirm this address', url: await linkFor(tx, account, 'address', CONFIRM_HOURS) },
        after: ['The link can be used once, within two days.', NOT_YOU],
      };
    }),
    mailWriter(EMAIL_LINK, async ({ to, accountId, data: { former, password } }, tx) => {
      const account = await findByEmail(tx, former);
      if (account?.id !== accountId || markOf(account) !== password) return null;
      return {
        subject: 'Confirm your new address',
        paragraphs: [`${former} at ${site} is to have this address, ${to}.`],
        link: {
          label: 'Take on this address',
          url: await linkFor(tx, { ...account, email: to, former }, 'email', HANDED_HOURS),
        },
        after: ['The link can be used once, within a day. All sessions of the account end then.', NOT_YOU],
      };
    }),
    mailWriter(EMAIL_ASKED, ({ to, data }) => ({
      subject: 'Another address is wanted for your account',
      paragraphs: [
        `At ${data.at} somebody, probably you, has asked that ${to} at ${site} has the address ${data.email} instead.`,
        'Nothing changes before the link is used that was sent there. If that was not you, choose a new password at once: the link is worthless then.',
      ],
      link: { label: 'Choose a new password', url: `${publicUrl}/#/forgotten` },
    })),
    mailWriter(DELETION_ASKED, ({ to, data }) => ({
      subject: 'Your account will be deleted',
      paragraphs: [
        `At ${data.at} somebody, probably you, has asked that the account ${to} at ${site} is deleted. That is done at ${data.due}. Its API tokens are refused already.`,
        'Until then you can sign in and keep it.',
      ],
      link: { label: 'Sign in and keep the account', url: `${publicUrl}/#/login` },
    })),
    mailWriter(IDENTITY_LINKED, ({ to, data }) => ({
      subject: `${data.provider} opens your account`,
      paragraphs: [
        `Since ${data.at} one can sign in to ${to} at ${site} with ${data.provider} too.`,
        'If that was not you, choose a new password at once, and take the sign-in away on the page Account.',
      ],
      link: { label: 'Choose a new password', url: `${publicUrl}/#/forgotten` },
    })),
    mailWriter(IDENTITY_ENDED, ({ to, data }) => ({
      subject: `${data.provider} opens your account no more`,
      paragraphs: [
        `Since ${data.at} nobody signs in to ${to} at ${site} with ${data.provider} any more.`,
        'If that was not you, choose a new password at once.',
      ],
      link: { label: 'Choose a new password', url: `${publicUrl}/#/forgotten` },
    })),
    mailWriter(EMAIL_CHANGED, ({ to, data }) => ({
      subject: 'Your account has another address',
      paragraphs: [
        `${to} at ${site} has the address ${data.email} since ${data.at}. All sessions have ended; nobody signs in with this address any more.`,
        'If that was not you, tell the operator of the site at once.',
      ],
    })),
  ];
};
