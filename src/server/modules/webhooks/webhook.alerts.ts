import { TRIED_DAYS } from '#contracts/webhooks.api.ts';
import { type MailWriter, mailKind, mailWriter } from '#server/modules/mail/mail.kind.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import { notify } from '#server/modules/notifications/notification.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { findOwner } from './webhook.store.ts';

type Why = 'gone' | 'failing';

const WEBHOOK_DISABLED = mailKind<{ readonly id: number; readonly host: string; readonly why: Why }>(
  'webhook_disabled',
);

const WHY: Readonly<Record<Why, string>> = {
  gone: 'it has answered 410 Gone',
  failing: `nothing that was sent to it has succeeded for ${TRIED_DAYS} days`,
};

/** What users are told of their webhooks by mail. */
export const webhookMails = ({ publicUrl }: { readonly publicUrl: string }): readonly MailWriter[] => [
  mailWriter(WEBHOOK_DISABLED, ({ data: { host, why } }) => ({
    subject: `Your webhook at ${host} is disabled`,
    paragraphs: [
      `Changes from ${new URL(publicUrl).host} are no longer sent to your webhook at ${host}: ${WHY[why]}.`,
      'What waits is kept. Enable it again once it works, and it goes on where it stood.',
    ],
    link: { label: 'See the webhook', url: `${publicUrl}/#/webhooks` },
  })),
];

interface Disabled {
  readonly id: number;
  readonly accountId: number;
  readonly url: string;
}

/** Tells the owner by mail, and administrators, that a webhook is disabled. */
export const tellingDisabled =
  (mail: Pick<Mail, 'sendMail'>) =>
  async (tx: Executor, { id, accountId, url }: Disabled, why: Why): Promise<void> => {
    const { host } = new URL(url);
    await notify(tx, {
      message: 'A webhook was disabled',
      detail: `Webhook ${id} of account ${accountId} at ${host}: ${WHY[why]}.`,
      level: 'INFO',
    });
    const to = await findOwner(tx, accountId);
    if (to !== null) await mail.sendMail(tx, WEBHOOK_DISABLED, { to, accountId, data: { id, host, why } });
  };
