/** Asks before the page is left; our own way to the provider is let through. */
export const createStay = (page: Pick<Window, 'addEventListener' | 'removeEventListener'> = window) => {
  let ours = false;
  const ask = (event: Event): void => {
    if (ours) ours = false;
    else event.preventDefault();
  };
  return {
    begin: (): void => {
      ours = false;
      page.addEventListener('beforeunload', ask);
    },
    /** The next leaving is our own, and only that. */
    letGo: (): void => {
      ours = true;
    },
    end: (): void => page.removeEventListener('beforeunload', ask),
  };
};
