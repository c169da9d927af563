import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { auth } from '#web/words/auth.ts';

/** A password with a way to look at it and a word about Caps Lock. */
export const PasswordField = ({ description, onBlur, ...rest }: PasswordInputProps) => {
  const [shown, setShown] = useState(false);
  const [locked, setLocked] = useState(false);
  const look = (event: KeyboardEvent) => setLocked(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      size="md"
      {...rest}
      aria-invalid={rest.error ? true : undefined}
      description={locked ? auth.capsLock : description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{ 'aria-label': shown ? auth.hide : auth.show, tabIndex: 0 }}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={(event) => {
        setLocked(false);
        onBlur?.(event);
      }}
    />
  );
};
