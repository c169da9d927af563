import type { ProviderAnswer } from '#contracts/identity.api.ts';

const PARTS = ['code', 'iss', 'error'] as const;

/** What the address of a page says that a sign-in provider has sent somebody back to. */
export const broughtBack = (said: string): ProviderAnswer => {
  const found = new URLSearchParams(said);
  const parts = PARTS.flatMap((name) => {
    const value = found.get(name);
    return value === null ? [] : [[name, value]];
  });
  // A state that nobody has begun is refused like a wrong one.
  return { state: found.get('state') || 'none', ...Object.fromEntries(parts) };
};
