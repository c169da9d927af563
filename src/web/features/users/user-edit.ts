import { isEmail } from '#contracts/email.ts';
import { MAX_REQUESTS, type UserRecord } from '#contracts/users.api.ts';
import type { CallFailed } from '#web/lib/call.ts';
import { count } from '#web/lib/numbers.ts';
import { users } from '#web/words/users.ts';

/** What is typed while a user is edited. */
export interface UserDraft {
  readonly email: string;
  readonly isValid: boolean;
  readonly maxRequests: string;
}

export interface DraftProblems {
  readonly email?: string;
  readonly maxRequests?: string;
}

export const draftOf = ({ email, isValid, maxRequests }: UserRecord): UserDraft => ({
  email,
  isValid: isValid === 1,
  maxRequests: String(maxRequests),
});

/** What somebody has changed of a record, as it is sent; nothing of what stays as it is. */
export const changesOf = (draft: UserDraft, record: UserRecord) => {
  const before = draftOf(record);
  const [email, maxRequests] = [draft.email.trim(), draft.maxRequests.trim()];
  return {
    ...(email !== before.email && { email }),
    ...(draft.isValid !== before.isValid && { isValid: draft.isValid ? 1 : 0 }),
    ...(maxRequests !== before.maxRequests && { maxRequests: Number(maxRequests) }),
  };
};

export const isChanged = (draft: UserDraft, record: UserRecord): boolean =>
  Object.keys(changesOf(draft, record)).length > 0;

/** What is wrong with what was changed. An address that stays is not judged: it may be older than the rule. */
export const draftProblems = (draft: UserDraft, record: UserRecord): DraftProblems => {
  const { email } = changesOf(draft, record);
  const number = draft.maxRequests.trim();
  return {
    ...(email === '' && { email: users.emailRequired }),
    ...(email && !isEmail(email) && { email: users.emailInvalid }),
    ...((!/^\d+$/.test(number) || Number(number) > MAX_REQUESTS) && {
      maxRequests: users.numberInvalid(count(MAX_REQUESTS)),
    }),
  };
};

/** The server names some fields itself. */
const sentenceOf = (name: string, said: string): string => (said.startsWith(name) ? said : `${name} ${said}`);

/** What the server finds wrong with the fields; empty when its refusal is about something else. */
export const refusedFields = ({ reason, text, details }: CallFailed): DraftProblems => {
  if (reason === 'email_taken') return { email: text ?? users.emailInvalid };
  const said = (name: string) => details.find(({ field }) => field === name)?.message;
  const [email, maxRequests] = [said('email'), said('maxRequests')];
  return {
    ...(email !== undefined && { email: sentenceOf(users.fields.email, email) }),
    ...(maxRequests !== undefined && { maxRequests: sentenceOf(users.fields.maxRequests, maxRequests) }),
  };
};
