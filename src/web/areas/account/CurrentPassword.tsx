import type { PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from '#web/areas/public/PasswordField.tsx';
import { account } from '#web/words/account.ts';

/** Whether the current password is asked for: once the server wants it, which a form is told by its refusal. */
export const useCurrentPassword = () => {
  const [needed, setNeeded] = useState(false);
  const onRefused = ({ reason }: { readonly reason: string | null }): boolean => {
    if (reason !== 'recent_sign_in_needed' || needed) return false;
    setNeeded(true);
    return true;
  };
  return { needed, onRefused };
};

/** The password that somebody who signed in a while ago is asked for. */
export const CurrentPassword = (field: PasswordInputProps) => (
  <PasswordField
    {...field}
    label={account.password.current}
    description={account.password.currentWhy}
    autoComplete="current-password"
  />
);
