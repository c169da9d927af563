import type { Key } from '#contracts/keys.api.ts';
import { forms } from '#web/words/forms.ts';
import { keys } from '#web/words/keys.ts';

/** A key, and what tells that what was set for it has changed. */
export type KeyRecord = Key & { readonly version: string };

/** What is typed while a key is made or changed. */
export interface KeyDraft {
  readonly name: string;
  /** Empty: none. */
  readonly dailyLimit: string;
  /** One a line. */
  readonly addresses: string;
  /** An instant, or empty. */
  readonly expiresAt: string;
}

export const keyDraftOf = (key: Key | null): KeyDraft => ({
  name: key?.name ?? '',
  dailyLimit: key?.dailyLimit == null ? '' : String(key.dailyLimit),
  addresses: key?.addresses.join('\n') ?? '',
  expiresAt: key?.expiresAt ?? '',
});

export const recordOf = (key: Key): KeyRecord => ({ ...key, version: JSON.stringify(keyDraftOf(key)) });

const linesOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter((line) => line !== '');

const isWhole = (text: string): boolean => /^-?\d{1,10}$/.test(text);

/** What is missing, or cannot be sent as a number; everything else the server judges. */
export const keyProblems = ({ name, dailyLimit }: KeyDraft): Readonly<Partial<Record<keyof KeyDraft, string>>> => ({
  ...(name.trim() === '' && { name: `${keys.fields.name} ${forms.required}` }),
  ...(dailyLimit.trim() !== '' &&
    !isWhole(dailyLimit.trim()) && { dailyLimit: `${keys.fields.dailyLimit} ${keys.noNumber}` }),
});

/** The key as it is sent. */
export const keyBodyOf = ({ name, dailyLimit, addresses, expiresAt }: KeyDraft) => ({
  name: name.trim(),
  dailyLimit: dailyLimit.trim() === '' ? null : Number(dailyLimit.trim()),
  addresses: [...linesOf(addresses)],
  expiresAt: expiresAt === '' ? null : expiresAt,
});
