import { useState } from 'react';

/** A dialog and what it is about; that stays while the dialog goes. */
export const useAsked = <T>(first: T, isOpened = false) => {
  const [about, setAbout] = useState({ it: first, opened: isOpened });
  return {
    ...about,
    open: (it: T): void => setAbout({ it, opened: true }),
    close: (): void => setAbout((before) => ({ ...before, opened: false })),
  };
};
