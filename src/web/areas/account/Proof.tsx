import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { account } from '#web/words/account.ts';
import { CurrentPassword } from './CurrentPassword.tsx';

/** What a form asks beside its own fields, once the server wants it. */
export const PROOF = { currentPassword: '', code: '' };
export const PROOF_REASONS = { recent_sign_in_needed: 'currentPassword', second_factor_wrong: 'code' } as const;
type Typed = Readonly<Record<'currentPassword' | 'code', string>>;
type Field = keyof Typed;

interface Fields {
  readonly text: (name: Field) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly readOnly: boolean;
  };
}

/** Whether password and code are asked for, which a form is told by its refusal. */
export const useProof = () => {
  const [wanted, setWanted] = useState<readonly Field[]>([]);
  const want = (field: Field): boolean => {
    if (wanted.includes(field)) return false;
    setWanted([...wanted, field]);
    return true;
  };
  return {
    /** The field that was wanted last. */
    last: wanted.at(-1),
    wanted,
    onRefused: ({ reason }: { readonly reason: string | null }): boolean => {
      if (reason === 'recent_sign_in_needed') return want('currentPassword');
      return reason === 'code_needed' && want('code');
    },
    problems: (typed: Typed) => ({
      ...(wanted.includes('currentPassword') &&
        typed.currentPassword === '' && { currentPassword: account.password.currentRequired }),
      ...(wanted.includes('code') && typed.code.trim() === '' && { code: account.factor.codeRequired }),
    }),
    given: ({ currentPassword, code }: Typed) => ({
      ...(wanted.includes('currentPassword') && { currentPassword }),
      ...(wanted.includes('code') && { code }),
    }),
  };
};

/** The fields for what is wanted. */
export const ProofFields = ({ form, wanted }: { readonly form: Fields; readonly wanted: readonly Field[] }) => (
  <>
    {wanted.includes('currentPassword') && <CurrentPassword {...form.text('currentPassword')} />}
    {wanted.includes('code') && (
      <TextInput
        {...form.text('code')}
        size="md"
        label={account.factor.code}
        description={account.factor.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    )}
  </>
);
