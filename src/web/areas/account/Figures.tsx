import type { UserToken } from '#contracts/account.api.ts';
import { ago, stamp, zone } from '#web/lib/dates.ts';
import { count } from '#web/lib/numbers.ts';
import kit from '#web/ui/kit.module.css';
import { useNow } from '#web/ui/useNow.ts';
import { account } from '#web/words/account.ts';

const words = account.token;

/** Milliseconds after which "4 minutes ago" is looked at again. */
const LOOK_MS = 15_000;
const SECOND_MS = 1_000;

const LastUsed = ({ date, ip }: NonNullable<UserToken['lastUsed']>) => {
  useNow(LOOK_MS);
  // A clock of this machine that is slow would make it the future.
  const now = Math.max(Date.now(), Date.parse(date));
  return (
    <>
      {words.lastUsed}{' '}
      <time dateTime={date} title={`${stamp(date)} (${zone()})`}>
        {now - Date.parse(date) < SECOND_MS ? words.justNow : ago(date, now)}
      </time>{' '}
      {words.from} <span className={kit.code}>{ip}</span>
    </>
  );
};

const leftOf = ({ limit, remaining, used }: UserToken): string => {
  if (limit === null || remaining === null) return words.noLimit(count(used));
  const left = words.left(remaining, limit);
  return remaining === 0 ? `${left}. ${words.back}` : left;
};

/** How the token was used, in a line of words. */
export const Figures = ({ answer }: { readonly answer: UserToken }) => (
  <p className={kit.muted}>
    {answer.lastUsed ? <LastUsed {...answer.lastUsed} /> : words.neverUsed}
    {' · '}
    {leftOf(answer)}
  </p>
);
