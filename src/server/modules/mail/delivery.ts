import { counted } from '#server/kernel/counted.ts';
import { utcDay } from '#server/kernel/utc-day.ts';
import { notifyOnce, passed } from '#server/modules/notifications/notification.service.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { write } from '#server/platform/mail/letter.rules.ts';
import type { Handed, Mailer } from '#server/platform/mail/mailer.ts';
import { LONGEST_SEND } from '#server/platform/mail/send-timeout.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import type { MailWriter } from './mail.kind.ts';
import { pauseAfter, restAfter } from './mail.rules.ts';
import {
  claimMail,
  type DueMail,
  deleteMail,
  endMail,
  markFailed,
  markSent,
  postponeMail,
  sweepMail,
} from './mail.store.ts';

/** Mails that a node sends at once. */
const AT_ONCE = 4;
/** Ms that a mail is a node's: longer than sending one may take. One whose node has died is sent again then. */
const LEASE = 2 * LONGEST_SEND;
/** Ms. */
const LOOK_EVERY = 15_000;
const SWEEP_EVERY = 3_600_000;
const KEPT = 30 * 86_400_000;
/** Mails of a kind that this version does not know are left to a node that does, for so many ms. */
const UNKNOWN_PAUSE = 600_000;
/** So often in a row the server has taken nothing when administrators are told. */
const TOLD_AFTER = 3;
const AWAY = 'mail away';

interface Parts {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly mailer: Mailer;
  readonly writers: readonly MailWriter[];
  readonly now: () => Date;
  readonly log: Log;
}

/** Sends what waits, at this node beside the others. */
export const createDelivery = ({ db, mailer, writers, now, log }: Parts) => {
  const known = new Map(writers.map((writer) => [writer.kind, writer]));
  const end = new AbortController();
  const outage = createRepeated(log, {
    failing: 'the mail server takes no mail; it is tried again',
    again: 'the mail server takes mail again',
  });
  /** Whether administrators know that the server takes no mail; nobody knows at the start. */
  let isTold: boolean | undefined;
  let restUntil = new Date(0);
  let sweptAt = new Date(0);
  let stopped = false;
  let going: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const later = (ms: number): Date => new Date(now().getTime() + ms);

  /** The first of a day: anybody can have mail sent to addresses that are none. */
  const tellUndelivered = (tx: Executor, detail: string): Promise<void> =>
    notifyOnce(tx, `mail undelivered ${utcDay(now())}`, {
      message: 'A mail could not be delivered',
      detail: `${detail} The log names others of the day.`,
      level: 'WARN',
    });

  /** The server takes nothing: that is no try of this mail, and all wait a little. */
  const away = async (mail: DueMail, why: string): Promise<void> => {
    outage.failed({ why });
    restUntil = later(restAfter(outage.failures()));
    await postponeMail(db, mail.id, restUntil, false);
    if (outage.failures() < TOLD_AFTER || isTold === true) return;
    const detail = `The server of SMTP_URL takes no mail (${why}). It is tried again; kinodex doctor says more.`;
    await db.transaction((tx) => notifyOnce(tx, AWAY, { message: 'Mail cannot be sent', detail, level: 'ERROR' }));
    isTold = true;
  };

  const answered = async (): Promise<void> => {
    outage.done();
    if (isTold === false) return;
    await passed(db, AWAY);
    isTold = false;
  };

  const settle = async (mail: DueMail, handed: Handed): Promise<void> => {
    if (handed.is === 'away') return away(mail, handed.why);
    await answered();
    const about = { mail: mail.id, kind: mail.kind, accountId: mail.accountId };
    if (handed.is === 'taken') {
      await markSent(db, mail.id, now());
      log.info(about, 'a mail was sent');
    } else if (handed.is === 'later') {
      await postponeMail(db, mail.id, later(pauseAfter(mail.tries)), true);
      log.warn({ ...about, why: handed.why }, 'a mail was not taken now; it is tried again');
    } else {
      log.warn({ ...about, why: handed.why }, 'a mail was refused');
      await db.transaction(async (tx) => {
        await markFailed(tx, mail.id, now());
        await tellUndelivered(tx, `Mail ${mail.id} (${mail.kind}) was refused: ${handed.why}.`);
      });
    }
  };

  const deliver = async (mail: DueMail): Promise<void> => {
    const writer = known.get(mail.kind);
    if (!writer) return postponeMail(db, mail.id, later(UNKNOWN_PAUSE), false);
    const letter = await db.transaction((tx) => writer.write(tx, mail as never));
    if (letter === null) return deleteMail(db, mail.id);
    const handed = await mailer.send({ ...write(letter), to: mail.to, id: mail.messageId }, end.signal);
    // What was cut off by our own end is tried when its lease is over: the server may have it.
    if (handed.is === 'taken' || !end.signal.aborted) await settle(mail, handed);
  };

  const sweep = async (): Promise<void> => {
    await db.transaction(async (tx) => {
      const ended = await endMail(tx, now());
      if (ended === 0) return;
      log.warn({ ended }, 'mails were given up, since they could not be sent in time');
      await tellUndelivered(tx, `${counted(ended, 'mail', 'mails')} could not be sent in time.`);
    });
    if (later(-SWEEP_EVERY) < sweptAt) return;
    await sweepMail(db, later(-KEPT));
    sweptAt = now();
  };

  const round = async (): Promise<void> => {
    await sweep();
    while (!stopped && now() >= restUntil) {
      const mails = await claimMail(db, { now: now(), free: later(LEASE), most: AT_ONCE });
      if (mails.length === 0) return;
      const all = await Promise.allSettled(mails.map(deliver));
      const failed = all.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    }
  };

  /** Sends what is due. Asked while it does, it looks once more. */
  const look = (): Promise<void> => {
    again = going !== undefined;
    going ??= round()
      .catch((err: unknown) => log.warn({ err }, 'mail waits, since what waits could not be looked at'))
      .finally(() => {
        going = undefined;
        if (again && !stopped) void look();
      });
    return going;
  };

  return {
    look,
    start: (): void => {
      timer = setInterval(look, LOOK_EVERY).unref();
      void look();
    },
    /** Ends within `ms`: what is being sent by then is cut off. */
    stop: async (ms = 5_000): Promise<void> => {
      clearInterval(timer);
      const cut = setTimeout(() => end.abort(), ms);
      stopped = true;
      await going;
      clearTimeout(cut);
      end.abort();
    },
  };
};

export type Delivery = ReturnType<typeof createDelivery>;
