import { isEmail } from '#contracts/email.ts';
import { isShorter, PASSWORD_MAX, PASSWORD_MIN } from '#contracts/session.ts';
import type { Problems } from '#web/ui/form/useForm.ts';
import { account } from '#web/words/account.ts';
import { auth } from '#web/words/auth.ts';

const words = account.password;

type Field = 'currentPassword' | 'password' | 'confirmPassword';

const confirmProblem = (confirm: string, password: string): string | undefined => {
  if (confirm === '') return words.confirmRequired;
  if (isShorter(confirm, PASSWORD_MIN)) return words.confirmShort;
  if (confirm.length > PASSWORD_MAX) return words.confirmLong;
  return confirm === password ? undefined : words.mismatch;
};

const passwordProblem = (password: string): string | undefined => {
  if (password === '') return words.passwordRequired;
  if (isShorter(password, PASSWORD_MIN)) return words.passwordShort;
  return password.length > PASSWORD_MAX ? words.passwordLong : undefined;
};

const currentProblem = (current: string): string | undefined => {
  if (current === '') return words.currentRequired;
  return current.length > PASSWORD_MAX ? words.currentLong : undefined;
};

const emailProblem = (email: string): string | undefined => {
  if (email === '') return auth.emailRequired;
  return isEmail(email) ? undefined : auth.emailInvalid;
};

const only = <F extends string>(found: Readonly<Record<F, string | undefined>>): Problems<F> =>
  Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined)) as Problems<F>;

/** What is wrong with a wish for another address; `current` says whether the password is asked for too. */
export const emailProblems = (
  { email, currentPassword }: Readonly<Record<'email' | 'currentPassword', string>>,
  current: boolean,
): Problems<'email' | 'currentPassword'> =>
  only({
    email: emailProblem(email.trim()),
    currentPassword: current ? currentProblem(currentPassword) : undefined,
  });

/** What is wrong with a new password; `current` says whether the old one is asked for too. */
export const passwordProblems = (
  { currentPassword, password, confirmPassword }: Readonly<Record<Field, string>>,
  current: boolean,
): Problems<Field> =>
  only({
    currentPassword: current ? currentProblem(currentPassword) : undefined,
    password: passwordProblem(password),
    confirmPassword: confirmProblem(confirmPassword, password),
  });
