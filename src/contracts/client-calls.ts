import calls from './client-calls.generated.json' with { type: 'json' };
import type { ClientCall } from './ready-calls.ts';

// Apart from what writes calls: the first page of the site knows its own, and has no use for all of them.

interface KnownCall {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

const KNOWN = Object.entries<KnownCall>(calls)
  .map(([name, { path, query }]) => ({
    name,
    query,
    pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    open: path.split(':').length,
  }))
  // What is written out wins over what stands for anything.
  .sort((one, other) => one.open - other.open);

const readAs = (kind: string | undefined, text: string): unknown => {
  // a,b,c is a list; a|b|c stays the text that it is.
  if (kind === 'list') return text.includes('|') ? text : text.split(',');
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return kind === 'flag' ? /^(?:1|true)$/i.test(text) : text;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The path and the query of a whole address, undecoded. */
const ADDRESS = /^[a-z]+:\/\/[^/]*([^?#]*)\??([^#]*)/;

const parametersIn = (query: string): readonly (readonly [name: string, text: string])[] =>
  query.split('&').flatMap((pair) => {
    const [name = '', text = ''] = pair.split(/=(.*)/s).map((part) => decoded(part.replaceAll('+', ' ')));
    // The token is no parameter of the call.
    return name === '' || name === 'token' ? [] : [[name, text] as const];
  });

/** The call of kinodex-client that a GET of this address is; null where it has none. */
export const clientCallOf = (address: string): ClientCall | null => {
  const [, path = '', query = ''] = ADDRESS.exec(address) ?? [];
  const known = KNOWN.find(({ pattern }) => pattern.test(path));
  if (known === undefined) return null;
  const parts = Object.entries(known.pattern.exec(path)?.groups ?? {});
  return {
    name: known.name,
    input: Object.fromEntries([
      ...parts.map(([name, text]) => [name, decoded(text)]),
      ...parametersIn(query).map(([name, text]) => [name, readAs(known.query[name], text)]),
    ]),
  };
};
