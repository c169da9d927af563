import { publish } from '#server/platform/bus/event.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { MAIL_WAITS } from './mail.events.ts';
import type { MailAbout, MailKind } from './mail.kind.ts';
import { buryMail, insertMail, readMailOf } from './mail.store.ts';

export interface MailOptions {
  /** Whether there is a server to send by: SMTP_URL. */
  readonly isOn: boolean;
  readonly now: () => Date;
}

export interface ToSend<Data extends object> extends MailAbout<Data> {
  /** What it is told of once, for as long as rows are kept: 30 days. */
  readonly once?: string;
}

/** Mail that the product sends. */
export const createMail = ({ isOn, now }: MailOptions) => {
  /**
   * Has a mail sent, once the step that `tx` is has been committed, and never where it is not. False where nothing was
   * written: there is no server to send by, or it was told once already.
   */
  const sendMail = async <Data extends object>(
    tx: Executor,
    { name, useful }: MailKind<Data>,
    { to, accountId, data, once }: ToSend<Data>,
  ): Promise<boolean> => {
    if (!isOn) return false;
    const at = now();
    const endsAt = new Date(at.getTime() + useful);
    if (!(await insertMail(tx, { kind: name, to, accountId, data, once: once ?? null, now: at, endsAt }))) return false;
    await publish(tx, MAIL_WAITS);
    return true;
  };

  return { isOn, sendMail, bury: buryMail, toAccount: readMailOf };
};

export type Mail = ReturnType<typeof createMail>;
