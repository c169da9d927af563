import type { Executor } from '#server/platform/db/database.ts';
import type { Letter } from '#server/platform/mail/letter.rules.ts';

const DAY_MS = 86_400_000;

/** A kind of mail: its name, and what a row of it holds to be written from. Secrets do not belong there. */
export interface MailKind<Data extends object> {
  readonly name: string;
  /** Ms after which a mail that could not be sent is of no use any more. */
  readonly useful: number;
  readonly data?: Data;
}

/** Declares a kind. What it says is written by its writer, just before it is sent. */
export const mailKind = <Data extends object = Record<string, never>>(
  name: string,
  useful = 2 * DAY_MS,
): MailKind<Data> => ({ name, useful });

/** What a mail is written from. */
export interface MailAbout<Data extends object> {
  readonly to: string;
  readonly accountId: number | null;
  readonly data: Data;
}

export interface MailWriter {
  readonly kind: string;
  readonly write: (tx: Executor, about: MailAbout<never>) => Promise<Letter | null>;
}

/**
 * Writes the mails of a kind, in a transaction of their own; at each try anew, so that a link is never in a row. Null: there
 * is nothing to say any more. `app/mails.ts` lists all writers.
 */
export const mailWriter = <Data extends object>(
  { name }: MailKind<Data>,
  write: (about: MailAbout<Data>, tx: Executor) => Letter | null | Promise<Letter | null>,
): MailWriter => ({ kind: name, write: async (tx, about) => write(about, tx) });
