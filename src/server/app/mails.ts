import { accountMails } from '#server/modules/accounts/account.mails.ts';
import { billingMails } from '#server/modules/billing/receipt.service.ts';
import { createDelivery } from '#server/modules/mail/delivery.ts';
import type { MailWriter } from '#server/modules/mail/mail.kind.ts';
import { createMail } from '#server/modules/mail/mail.service.ts';
import { alertMails } from '#server/modules/quota/alerts.ts';
import { keyMails } from '#server/modules/tokens/key.alerts.ts';
import { webhookMails } from '#server/modules/webhooks/webhook.alerts.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Logs } from '#server/platform/log.ts';
import type { Config } from './config.ts';

interface Parts {
  readonly config: Pick<Config, 'mail' | 'publicUrl'>;
  readonly db: Database;
  readonly logs: Logs;
  readonly now: () => Date;
}

/** Everything that is told by mail. */
const writersOf = (parts: { readonly publicUrl: string; readonly now: () => Date }): readonly MailWriter[] => [
  ...accountMails(parts),
  ...keyMails(parts),
  ...alertMails(parts),
  ...billingMails(parts),
  ...webhookMails(parts),
];

/** Mail, and what sends it: null without SMTP_URL. The SMTP client is loaded only where it is wanted. */
export const createMailing = async ({ config, db, logs, now }: Parts) => {
  const mail = createMail({ isOn: config.mail !== null, now });
  if (config.mail === null) return { mail, delivery: null };
  const { createMailer } = await import('#server/platform/mail/mailer.ts');
  const delivery = createDelivery({
    db: db.necessary,
    mailer: createMailer(config.mail),
    writers: writersOf({ publicUrl: config.publicUrl, now }),
    now,
    log: logs({ module: 'mail', category: 'user' }),
  });
  return { mail, delivery };
};
