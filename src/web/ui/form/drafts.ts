import { onSignedOut } from '#web/lib/session.ts';
import { stored } from '#web/lib/stored.ts';

/** What somebody was typing when the session ended. */
export interface Kept<T, V> {
  /** What it was made from; null for a new record. */
  readonly record: T | null;
  readonly values: V;
}

const PREFIX = 'draft:';

/** Keeps a draft for the same person's next session in this tab. */
export const keepDraft = <T, V>(key: string, email: string, draft: Kept<T, V>): void => {
  try {
    window.sessionStorage.setItem(PREFIX + key, JSON.stringify({ email, draft }));
  } catch {
    // Storage is switched off or full: it is typed again.
  }
};

const dropDraft = (key: string): void => {
  try {
    window.sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
};

/** The draft that is kept for the person who is signed in. */
export const keptDraft = <T, V>(key: string): Kept<T, V> | null => {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(PREFIX + key) ?? 'null') as {
      readonly email: string;
      readonly draft: Kept<T, V>;
    } | null;
    return kept !== null && kept.email === stored().user?.email ? kept.draft : null;
  } catch {
    return null;
  }
};

/** The same, once: a form that has it again keeps it by itself. */
export const takeDraft = <T, V>(key: string): Kept<T, V> | null => {
  const draft = keptDraft<T, V>(key);
  dropDraft(key);
  return draft;
};

// Whoever leaves on purpose leaves nothing behind.
onSignedOut((ending) => {
  if (ending === 'ended') return;
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(PREFIX)) dropDraft(key.slice(PREFIX.length));
  } catch {
    // Nothing was kept.
  }
});
