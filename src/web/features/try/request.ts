export type Header = readonly [name: string, value: string];

/** An answer of the API as the console shows it. */
export interface Answer {
  readonly status: number;
  /** From sending to the last byte, in ms, as this browser saw it. */
  readonly ms: number;
  /** Every header that a page may read. */
  readonly headers: readonly Header[];
  /** Of the body once it is unpacked. */
  readonly bytes: number;
  readonly body:
    | { readonly kind: 'json'; readonly value: unknown }
    | { readonly kind: 'other'; readonly type: string; readonly bytes: number };
}

/** Milliseconds after which nobody waits any longer. */
const LONGEST_MS = 30_000;

/** The address that a typed path means; null unless it is of this origin's API, since the token goes along. */
export const addressOf = (path: string, origin: string): string | null => {
  if (!URL.canParse(path.trim(), origin)) return null;
  const address = new URL(path.trim(), origin);
  return address.origin === origin && address.pathname.startsWith('/api/') ? address.href : null;
};

const bodyOf = (type: string, bytes: ArrayBuffer): Answer['body'] => {
  if (/\bjson\b/.test(type)) {
    try {
      return { kind: 'json', value: JSON.parse(new TextDecoder().decode(bytes)) };
    } catch {
      return { kind: 'other', type, bytes: bytes.byteLength };
    }
  }
  return { kind: 'other', type, bytes: bytes.byteLength };
};

/** The browser writes its own note of a call at its end; this is longer than it ever needs, in ms. */
const NOTE_MS = 100;

/** What the browser's network noted of the call to `address` that begins now: a busy page does not lengthen it. */
const timingOf = (address: string) => {
  const began = performance.now();
  const noted = Promise.withResolvers<number>();
  const observer = new PerformanceObserver((list) => {
    const entry = list.getEntriesByName(address).find(({ startTime }) => startTime >= began);
    if (entry instanceof PerformanceResourceTiming) noted.resolve(entry.responseEnd - entry.startTime);
  });
  observer.observe({ type: 'resource' });
  return {
    /** In ms; by the page's clock where the browser has noted nothing. */
    took: (): Promise<number> => {
      const here = performance.now() - began;
      window.setTimeout(() => noted.resolve(here), NOTE_MS);
      return noted.promise;
    },
    end: (): void => observer.disconnect(),
  };
};

/**
 * Calls an address the way a program would: with an API token or none, outside the rules of the page's own session.
 * Rejects when no answer came, with a TimeoutError when none came in time.
 */
export const request = async (address: string, token: string | null, stop: AbortSignal): Promise<Answer> => {
  const timing = timingOf(address);
  try {
    const answer = await fetch(address, {
      headers: { Accept: 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) },
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.any([stop, AbortSignal.timeout(LONGEST_MS)]),
    });
    const bytes = await answer.arrayBuffer();
    return {
      status: answer.status,
      ms: await timing.took(),
      headers: [...answer.headers],
      bytes: bytes.byteLength,
      body: bodyOf(answer.headers.get('Content-Type') ?? '', bytes),
    };
  } finally {
    timing.end();
  }
};
