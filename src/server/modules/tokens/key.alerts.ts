import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import { type MailWriter, mailKind, mailWriter } from '#server/modules/mail/mail.kind.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { findEnding } from './key.store.ts';

const DAY_MS = 86_400_000;
/** So long before its end a key is told of. */
const AHEAD_MS = 3 * DAY_MS;
const AT_ONCE = 500;

/** An end that was moved on meanwhile is told of again when it is near. */
const KEY_ENDS = mailKind<{ readonly key: string; readonly at: string }>('key_ends', AHEAD_MS);

/** What users are told of their keys by mail. */
export const keyMails = ({ publicUrl }: { readonly publicUrl: string }): readonly MailWriter[] => [
  mailWriter(KEY_ENDS, ({ data: { key, at } }) => ({
    subject: `Your key ${key} ends soon`,
    paragraphs: [
      `The key ${key} at ${new URL(publicUrl).host} ends at ${at.slice(0, 16).replace('T', ' ')} UTC. Calls with it are answered 401 from then on.`,
      'Give it another end, or make a new key, on the page of your keys.',
    ],
    link: { label: 'See the key', url: `${publicUrl}/#/keys` },
  })),
];

interface Parts {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly mail: Pick<Mail, 'isOn' | 'sendMail'>;
  readonly now: () => Date;
}

/** Has users told of keys that end within three days, each of an end once. */
export const keysEnding = ({ db, mail, now }: Parts): TaskType =>
  taskType({
    name: 'KEYS_ENDING',
    summary: 'Mails users whose keys end within three days.',
    category: 'user',
    arguments: Type.Object({}),
    upkeep: { cron: '0 27 * * * *', arguments: '' },
    run: async (_, { signal, log }) => {
      if (!mail.isOn) return;
      const from = now();
      const to = new Date(from.getTime() + AHEAD_MS);
      let told = 0;
      for (let after = 0; ; ) {
        const rows = await findEnding(db, { from, to, after, limit: AT_ONCE });
        for (const { tokenId, accountId, email, name, expiresAt } of rows) {
          signal.throwIfAborted();
          after = tokenId;
          const at = expiresAt.toISOString();
          const about = { to: email, accountId, data: { key: name, at }, once: `key ends ${tokenId} ${at}` };
          if (await db.transaction((tx) => mail.sendMail(tx, KEY_ENDS, about))) told += 1;
        }
        if (rows.length < AT_ONCE) break;
      }
      if (told > 0) log(`${counted(told, 'user', 'users')} told.`);
    },
  });
