import { isEmail } from '#contracts/email.ts';
import { failure } from '#server/kernel/failure.ts';
import { networkOf } from '#server/kernel/network.ts';
import type { AccountParts } from './account.parts.ts';
import { digestOf } from './invitation.ts';
import { type Given, holderOf, type LinkPurpose } from './link.store.ts';
import { type Bucket, createThrottle, tooManyTries } from './throttle.service.ts';

const HOUR_MS = 3_600_000;
/** Mails with links an hour to one address, and to all addresses from one network. */
const PER_ADDRESS = 3;
const PER_NETWORK = 20;
/** Links an hour from one network that do not hold. */
const WRONG_LINKS = 30;

export interface GivenLink {
  readonly email: string;
  readonly link: string;
  readonly ip: string | null;
}

const fromNetwork = (what: string, ip: string | null, most: number): Bucket[] =>
  ip === null ? [] : [{ name: `${what} address ${networkOf(ip)}`, most }];

/** How often links may be asked for, and tried. */
export const createLinkLimits = (parts: Pick<AccountParts, 'db' | 'configuration' | 'passwords' | 'tries' | 'now'>) => {
  const { takeAll, giveBack, counted } = createThrottle(parts);

  /** Counts a mail to an address; `more` counts it for somebody too. Throws `too_many_tries`. */
  const takeMail = async (email: string, ip: string | null, more: readonly Bucket[] = []): Promise<void> => {
    const buckets = [
      ...fromNetwork('link mail', ip, PER_NETWORK),
      ...more,
      { name: `link mail ${email.toLowerCase()}`, most: PER_ADDRESS },
    ];
    const wait = await takeAll(buckets, HOUR_MS);
    if (wait > 0) throw tooManyTries(wait, 'Too many links were asked for within an hour; look into your mailbox.');
  };

  /** A link that does not hold counts for its network, so that nobody tries many. Throws `link_invalid`, `too_many_tries`. */
  const withLink = async <T>(
    { email, link, ip }: GivenLink,
    purpose: LinkPurpose,
    work: (given: Given) => Promise<T>,
  ): Promise<T> => {
    const buckets = fromNetwork('link', ip, WRONG_LINKS);
    const wait = await takeAll(buckets, HOUR_MS);
    if (wait > 0) throw tooManyTries(wait, 'Too many links from your network did not hold within an hour.');
    const given = { email, purpose, hash: digestOf(link), now: parts.now() };
    if (!isEmail(email) || (await counted(buckets, () => holderOf(parts.db, given))) === null)
      throw failure('link_invalid');
    await giveBack(buckets);
    return work(given);
  };

  return { takeMail, withLink };
};
