import { isEmail } from '#contracts/email.ts';
import { isShorter, PASSWORD_MAX, PASSWORD_MIN } from '#contracts/session.ts';
import type { Problems } from '#web/ui/form/useForm.ts';
import { auth } from '#web/words/auth.ts';

/** What signing in and registering ask for; the second password is asked for by the latter. */
export type Entry = Readonly<Record<'email' | 'password' | 'confirmPassword', string>>;

interface Sentences {
  readonly missing: string;
  readonly short: string;
  readonly long: string;
}

const PASSWORD: Sentences = { missing: auth.passwordRequired, short: auth.passwordShort, long: auth.passwordLong };
const REPEAT: Sentences = { missing: auth.repeatRequired, short: auth.repeatShort, long: auth.repeatLong };

const lengthProblem = (text: string, { missing, short, long }: Sentences): string | undefined => {
  if (text === '') return missing;
  if (isShorter(text, PASSWORD_MIN)) return short;
  return text.length > PASSWORD_MAX ? long : undefined;
};

const named = <F extends string>(found: Readonly<Record<F, string | undefined>>): Problems<F> =>
  Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined)) as Problems<F>;

export const loginProblems = ({ email, password }: Pick<Entry, 'email' | 'password'>) =>
  named({
    email: email.trim() === '' ? auth.emailRequired : undefined,
    password: lengthProblem(password, { ...PASSWORD, missing: auth.passwordShort }),
  });

const emailProblem = (email: string): string | undefined => {
  if (email === '') return auth.emailRequired;
  return isEmail(email) ? undefined : auth.emailInvalid;
};

export const forgottenProblems = ({ email }: Pick<Entry, 'email'>) => named({ email: emailProblem(email.trim()) });

export const newPasswordProblems = ({ password, confirmPassword }: Omit<Entry, 'email'>) =>
  named({
    password: lengthProblem(password, PASSWORD),
    confirmPassword:
      lengthProblem(confirmPassword, REPEAT) ?? (confirmPassword === password ? undefined : auth.register.mismatch),
  });

export const registerProblems = (entry: Entry): Problems<keyof Entry> => ({
  ...forgottenProblems(entry),
  ...newPasswordProblems(entry),
});

/** 0 to 3, by length and by how many different characters there are. Only a hint: it refuses nothing. */
export const strengthOf = (password: string): 0 | 1 | 2 | 3 => {
  const different = new Set(password).size;
  const worth = Math.min(password.length, different * 2);
  if (worth < 8) return 0;
  if (worth < 11) return 1;
  return worth < 15 ? 2 : 3;
};
