import { configuration } from '#contracts/configuration.api.ts';
import { call } from './call.ts';
import { signIn } from './session.ts';
import { isSignedIn } from './signed-in.ts';
import { store, stored } from './stored.ts';

/** Loads the front-end settings; only administrators may. A failure leaves the page with its own defaults. */
export const loadConfiguration = async (): Promise<void> => {
  const { token } = stored();
  const { data } = await call(configuration, { query: { prefix: 'FRONT_' } }, { background: true });
  const map = Object.fromEntries(data.map(({ key, value1 }) => [key, value1]));
  if (stored().token === token) store({ configuration: JSON.stringify(map) });
};

/** Begins the session that sign-in or registration has answered; false when the answer holds none. */
export const enter = (session: unknown): boolean => {
  if (!isSignedIn(session)) return false;
  signIn(session);
  if (session.role === 'ADMIN') loadConfiguration().catch(() => undefined);
  return true;
};
