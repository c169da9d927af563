import type { Detail } from '#contracts/envelope.ts';
import { isShorter, PASSWORD_MAX, type SignedIn, type SignInRole } from '#contracts/session.ts';
import { type Failure, failure } from '#server/kernel/failure.ts';

/** Where somebody goes after signing in: a route of the site. */
const returnUrlOf = ({ role, deleteAt }: { readonly role: SignInRole; readonly deleteAt: Date | null }): string => {
  // Where it can be kept.
  if (deleteAt !== null) return '/profile';
  return role === 'ADMIN' ? '/admin/dashboard' : '/token';
};

interface SignedInAccount {
  readonly email: string;
  readonly role: SignInRole;
  readonly darkTheme: boolean;
  readonly maxRegs: number;
  readonly deleteAt: Date | null;
}

/** What a sign-in is answered; `wanted` is the page that somebody came for. */
export const signedInOf = (token: string, account: SignedInAccount, wanted: string | null = null): SignedIn => {
  const { email, role, darkTheme, maxRegs, deleteAt } = account;
  const returnUrl = deleteAt === null && wanted !== null ? wanted : returnUrlOf(account);
  return { token, email, role, returnUrl, profile: { darkTheme: darkTheme ? 1 : 0, maxRegs } };
};

/** What is wrong with the length of a password; `label` is how the form calls the field. */
const lengthProblem = (password: string, min: number, label: string): string | null => {
  if (isShorter(password, min)) return `${label} must be at least ${min} characters`;
  return password.length > PASSWORD_MAX ? `${label} must be at most ${PASSWORD_MAX} characters` : null;
};

/** A moment as mails say it. */
export const saidAt = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What is refused of a body, each with its field. */
export const wrongBody = (details: readonly Detail[]): Failure =>
  failure('invalid_body', details.map(({ message }) => message).join('; '), { details });

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

/** Whether somebody who knows the email needs no second guess. */
const isOwnName = (password: string, email: string): boolean => {
  const [typed, whole] = [password.normalize('NFKC').trim().toLowerCase(), email.toLowerCase()];
  return typed === whole || typed === whole.slice(0, whole.lastIndexOf('@'));
};

/** Why a password of the right length is refused all the same: it is what would be guessed first. Null when it is not. */
export const guessProblem = (password: string, email: string, isCommon: boolean): Detail | null => {
  const refused = (message: string): Detail => ({ field: 'password', message });
  if (isOwnName(password, email)) return refused('Password must not be the email');
  return isCommon ? refused('Password is one of the most common ones; choose another') : null;
};

/** Every problem in the form of a password that was typed twice. */
export const passwordProblems = ({ password, confirmPassword }: NewPassword, min: number): readonly Detail[] => {
  const found: Detail[] = [];
  const first = lengthProblem(password, min, 'Password');
  const second = lengthProblem(confirmPassword, min, 'Confirm password');
  if (first !== null) found.push({ field: 'password', message: first });
  if (second !== null) found.push({ field: 'confirmPassword', message: second });
  else if (password !== confirmPassword)
    found.push({ field: 'confirmPassword', message: 'Confirm password must be the same as the password' });
  return found;
};
