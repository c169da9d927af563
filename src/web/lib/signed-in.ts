import type { SignedIn } from '#contracts/session.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether an answer holds what a session needs; something between here and the server may have made it up. */
export const isSignedIn = (data: unknown): data is SignedIn => {
  if (!isRecord(data) || !isRecord(data.profile)) return false;
  const { token, email, role, profile } = data;
  const isPerson = typeof token === 'string' && token !== '' && typeof email === 'string' && email !== '';
  const hasProfile = typeof profile.darkTheme === 'number' && typeof profile.maxRegs === 'number';
  return isPerson && hasProfile && (role === 'USER' || role === 'ADMIN');
};
