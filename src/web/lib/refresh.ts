import { refresh } from '#contracts/auth.api.ts';
import { alone } from './alone.ts';
import { CallFailed, call } from './call.ts';
import { UNEXPLAINED } from './call-failed.ts';
import { isExpired, remaining } from './expiry.ts';
import { tell } from './messages.ts';
import { store, stored } from './stored.ts';

/** A session that ends within this many milliseconds is renewed, when the page was used. */
const SOON_MS = 10 * 60_000;
const LOOK_MS = 15_000;
/** The next one is this much later at the earliest, also where the clock here is wrong and each seems due. */
const PAUSE_MS = 60_000;
const TRIES = 3;

const isDue = (): boolean => {
  const { token } = stored();
  return token !== null && !isExpired(token) && remaining(token, Date.now()) < SOON_MS;
};

const renew = async (): Promise<void> => {
  const { token } = stored();
  // Another tab was quicker.
  if (token === null || !isDue()) return;
  for (let attempt = 1; ; attempt++) {
    try {
      const { data } = await call(refresh, { body: { token } });
      if (!data?.token) throw new CallFailed({ ...UNEXPLAINED, status: 0, reason: 'unreadable' });
      // Signed out meanwhile: the new token belongs to nobody here.
      if (stored().token === token) store({ authToken: data.token });
      return;
    } catch (error) {
      // It has gone on or ended otherwise.
      if (stored().token !== token) return;
      if (attempt === TRIES || !(error instanceof CallFailed)) throw error;
    }
  }
};

/** Keeps the session of a page that is used alive; returns how to stop that. */
export const keepSession = (): (() => void) => {
  // Opening the page is using it.
  let used = true;
  let notBefore = 0;
  let running = false;

  const look = async (): Promise<void> => {
    if (running || !used || Date.now() < notBefore || !isDue()) return;
    running = true;
    try {
      await alone(renew);
      used = false;
    } catch {
      tell('Error loading token', 'danger');
    } finally {
      notBefore = Date.now() + PAUSE_MS;
      running = false;
    }
  };

  const use = (): void => {
    used = true;
    void look();
  };
  const events = ['pointerdown', 'keydown', 'focus'] as const;
  for (const event of events) window.addEventListener(event, use, { passive: true });
  const timer = window.setInterval(() => void look(), LOOK_MS);
  void look();
  return () => {
    window.clearInterval(timer);
    for (const event of events) window.removeEventListener(event, use);
  };
};
