import { useEffect } from 'react';

let typed = '';

/** The address that was typed into another form before somebody has entered, so that nobody types it twice. */
export const typedEmail = (): string => typed;

/** Keeps what a form holds as the address for the next one. */
export const useTypedEmail = (email: string): void =>
  useEffect(() => {
    typed = email;
  }, [email]);

export const forgetTypedEmail = (): void => {
  typed = '';
};
