const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** The way to a value as JavaScript writes it: `data.genres[0]`, `headers["X-Request-Id"]`. */
export const jsonPath = (parts: readonly (string | number)[]): string =>
  parts.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    if (!PLAIN.test(part)) return `${path}[${JSON.stringify(part)}]`;
    return path === '' ? part : `${path}.${part}`;
  }, '');

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export const kindOf = (value: unknown): JsonKind => {
  if (Array.isArray(value)) return 'array';
  if (value !== null && typeof value === 'object') return 'object';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'null';
};

/** The parts of an object or an array, each with its key. */
export const entriesOf = (value: unknown): readonly (readonly [string | number, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, at) => [at, item] as const);
  return value !== null && typeof value === 'object' ? Object.entries(value) : [];
};
