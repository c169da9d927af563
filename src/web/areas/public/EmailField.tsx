import { TextInput, type TextInputProps } from '@mantine/core';

/** The address that somebody signs in with. */
export const EmailField = (props: TextInputProps) => (
  <TextInput
    size="md"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    {...props}
  />
);
