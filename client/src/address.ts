/** What the client knows of a call. */
export interface CallShape {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What comes back: the envelope's data, a page of a list, what goes on by a cursor, a picture, JSON as it is, or events. */
  readonly gives: 'data' | 'page' | 'cursor' | 'feed' | 'batch' | 'picture' | 'bare' | 'events';
}

/** A request to be sent. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly accept: string;
  readonly body?: string;
}

export type Input = Readonly<Record<string, unknown>>;

const ACCEPT: Partial<Record<CallShape['gives'], string>> = {
  picture: 'image/webp, image/*',
  events: 'text/event-stream',
};

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** The request that a call with this input is. Throws a TypeError when a part of its path is missing. */
export const askedOf = (base: string, { method, path, gives }: CallShape, input: Input): Asked => {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const accept = ACCEPT[gives] ?? 'application/json';
  if (method === 'POST') return { method, url: base + filled, accept, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams(
    [...rest].map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString();
  return { method, url: query === '' ? base + filled : `${base}${filled}?${query}`, accept };
};
