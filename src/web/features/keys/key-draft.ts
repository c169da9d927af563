import type { Key } from '#contracts/keys.api.ts';
import { forms } from '#web/words/forms.ts';
import { keys } from '#web/words/keys.ts';

/** A key, and what tells that what was set for it has changed. */
export type KeyRecord = Key & { readonly version: string };

/** What is typed while a key is made or changed. */
export interface KeyDraft {
  readonly name: string;
  /** One a line. */
  readonly addresses: string;
  /** An instant, or empty. */
  readonly expiresAt: string;
}

export const keyDraftOf = (key: Key | null): KeyDraft => ({
  name: key?.name ?? '',
  addresses: key?.addresses.join('\n') ?? '',
  expiresAt: key?.expiresAt ?? '',
});

export const recordOf = (key: Key): KeyRecord => ({ ...key, version: JSON.stringify(keyDraftOf(key)) });

const linesOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((line) => line !== '');

/** What is missing; everything else the server judges. */
export const keyProblems = ({ name }: KeyDraft): Readonly<Partial<Record<keyof KeyDraft, string>>> =>
  name.trim() === '' ? { name: `${keys.fields.name} ${forms.required}` } : {};

/** The key as it is sent. */
export const keyBodyOf = ({ name, addresses, expiresAt }: KeyDraft) => ({
  name: name.trim(),
  addresses: [...linesOf(addresses)],
  expiresAt: expiresAt === '' ? null : expiresAt,
});
