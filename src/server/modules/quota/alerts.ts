import { utcDay } from '#server/kernel/utc-day.ts';
import { type MailWriter, mailKind, mailWriter } from '#server/modules/mail/mail.kind.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Quota } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import { watched } from './watched.ts';

const DAY_MS = 86_400_000;
/** Until an alert that could not be written is tried again, in ms. */
const AGAIN_MS = 60_000;

interface Alert {
  /** Percent of the day's requests that are used. */
  readonly share: 80 | 100;
  readonly limit: number;
  readonly day: string;
  /** The name of the key whose own limit it is; null: the user's. */
  readonly key: string | null;
}

/** Of no use on the next day, when requests begin anew. */
const QUOTA_ALERT = mailKind<Alert>('quota_alert', DAY_MS);

const times = (limit: number): string => limit.toLocaleString('en');

/** What users are told of their quotas by mail. */
export const alertMails = ({ publicUrl }: { readonly publicUrl: string }): readonly MailWriter[] => [
  mailWriter(QUOTA_ALERT, ({ data: { share, limit, day, key } }) => {
    const site = new URL(publicUrl).host;
    const whose = key === null ? `your ${times(limit)} requests` : `the ${times(limit)} requests of the key ${key}`;
    const used = share === 100 ? `All of ${whose}` : `${share} % of ${whose}`;
    return {
      subject: share === 100 ? 'The requests of today are used up' : `${share} % of the requests of today are used`,
      paragraphs: [
        `${used} of ${day} (UTC) at ${site} are used.`,
        share === 100
          ? 'Calls are answered 429 until midnight (UTC).'
          : 'Once all of them are, calls are answered 429 until midnight (UTC).',
      ],
      link:
        key === null
          ? { label: 'See the requests', url: `${publicUrl}/#/token` }
          : { label: 'See the key', url: `${publicUrl}/#/keys` },
    };
  }),
];

interface Parts {
  readonly db: Pick<Database, 'transaction'>;
  readonly mail: Pick<Mail, 'isOn' | 'sendMail'>;
  /** The email of an account and the name of a key of it; null where it is not there any more. */
  readonly whoIs: (
    accountId: number,
    idKey: number | null,
  ) => Promise<{ readonly email: string; readonly key: string | null } | null>;
  readonly now: () => Date;
  readonly log: Log;
}

/** The share of a day's requests that tells: null while there is nothing to tell. */
const shareOf = (limit: number, remaining: number): Alert['share'] | null => {
  if (remaining <= 0) return 100;
  return remaining * 5 <= limit ? 80 : null;
};

/** The same quota; users are told by mail, once a day each, that 80 % of their requests are used, and all of them. */
export const alerting = (quota: Quota, { db, mail, whoIs, now, log }: Parts): Quota => {
  if (!mail.isOn) return quota;
  const told = new Set<string>();
  let day = '';

  const tell = async (accountId: number, idKey: number | null, alert: Omit<Alert, 'key'>, once: string) => {
    const who = await whoIs(accountId, idKey);
    if (who === null) return;
    const data = { ...alert, key: who.key };
    await db.transaction((tx) => mail.sendMail(tx, QUOTA_ALERT, { to: who.email, accountId, data, once }));
  };

  return watched(quota, ({ accountId, key }, spent) => {
    const limit = Number(spent.headers['X-RateLimit-Limit']);
    const remaining = Number(spent.headers['X-RateLimit-Remaining']);
    // A call without a limit has no such headers.
    const share = shareOf(limit, remaining);
    if (share === null || accountId === null || Number.isNaN(limit)) return;
    const today = utcDay(now());
    if (today !== day) told.clear();
    day = today;
    // The headers tell of the tighter limit.
    const idKey = key !== undefined && key.limit === limit ? key.id : null;
    const once = `quota ${idKey === null ? accountId : `key ${idKey}`} ${share} ${today}`;
    if (told.has(once)) return;
    told.add(once);
    tell(accountId, idKey, { share, limit, day: today }, once).catch((err: unknown) => {
      log.debug({ err }, 'a user could not be told how the quota stands');
      setTimeout(() => told.delete(once), AGAIN_MS).unref();
    });
  });
};
