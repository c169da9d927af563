import { isEmail } from '#contracts/email.ts';
import { MAX_REQUESTS, type UserRecord } from '#contracts/users.api.ts';
import { count } from '#web/lib/numbers.ts';
import { users } from '#web/words/users.ts';

/** What is typed while a user is edited. */
export interface UserDraft {
  readonly email: string;
  readonly isValid: boolean;
  readonly maxRequests: string;
}

/** What the draft of a user is kept as when a session ends. */
export const draftName = ({ idToken }: UserRecord): string => `user:${idToken}`;

export const draftOf = ({ email, isValid, maxRequests }: UserRecord): UserDraft => ({
  email,
  isValid: isValid === 1,
  maxRequests: String(maxRequests),
});

/** The record as it is sent, without what a node of an older version does not know and would refuse. */
export const bodyOf = (
  { email, isValid, maxRequests }: UserDraft,
  { keyName: _name, keys: _keys, ...record }: UserRecord,
) => ({
  ...record,
  email: email.trim(),
  isValid: isValid ? 1 : 0,
  maxRequests: Number(maxRequests.trim()),
});

/** Whether the record shows one of several keys; a node of an older version tells of none. */
export const hasKeys = ({ keyName, keys }: UserRecord): boolean => keyName != null && keys.length > 1;

/** What whoever looks at one of several keys has to know of its validity; null: nothing. */
export const validNote = (record: UserRecord): string | null => {
  if (!hasKeys(record)) return null;
  const [first] = record.keys;
  if (first?.name === record.keyName) return users.keys.first;
  return first?.isValid === 1 ? users.keys.alone : users.keys.firstIsOff;
};

/** What is wrong with what was typed. An address that stays is not judged: it may be older than the rule. */
export const draftProblems = (
  draft: UserDraft,
  record: UserRecord,
): Partial<Record<'email' | 'maxRequests', string>> => {
  const [email, number] = [draft.email.trim(), draft.maxRequests.trim()];
  return {
    ...(email === '' && { email: users.emailRequired }),
    ...(email !== '' && email !== record.email && !isEmail(email) && { email: users.emailInvalid }),
    ...((!/^\d+$/.test(number) || Number(number) > MAX_REQUESTS) && {
      maxRequests: users.numberInvalid(count(MAX_REQUESTS)),
    }),
  };
};
