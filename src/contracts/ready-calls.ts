/** What ready calls are written in; Client is JavaScript with kinodex-client. */
export const LANGUAGES = ['curl', 'JavaScript', 'Client', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A call by the client: the name of its method, and what it is given. */
export interface ClientCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A GET of the data API that can be written down. */
export interface ReadyCall {
  /** Whole, with its query. */
  readonly address: string;
  /** Null where the client has no such call. */
  readonly client: ClientCall | null;
}

/** The token of a ready call: itself, or the variable of the environment that holds it. */
export type ReadyToken = { readonly text: string } | { readonly variable: string };

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A value as a program in JavaScript has it, on one line. */
const written = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const pairs = Object.entries(value).map(
    ([key, one]) => `${IDENTIFIER.test(key) ? key : JSON.stringify(key)}: ${written(one)}`,
  );
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
};

/** Between double quotes a shell reads these as its own. */
const forShell = (address: string): string =>
  address.replace(/[$`!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const WRITERS: Readonly<Record<Language, (call: ReadyCall, token: ReadyToken) => readonly string[]>> = {
  curl: ({ address }, token) => [
    `curl -H "Authorization: Bearer ${'text' in token ? token.text : `$${token.variable}`}" \\`,
    `  "${forShell(address)}"`,
  ],
  JavaScript: ({ address }, token) => [
    `const answer = await fetch(${JSON.stringify(address)}, {`,
    `  headers: { Authorization: ${'text' in token ? `"Bearer ${token.text}"` : `\`Bearer \${process.env.${token.variable}}\``} },`,
    '});',
    'const { data } = await answer.json();',
  ],
  Client: ({ address, client }, token) => {
    if (client === null) return ['// kinodex-client has no call for this address.'];
    const baseUrl = address.replace(/\/api\/.*$/s, '');
    const secret = 'text' in token ? JSON.stringify(token.text) : `process.env.${token.variable}`;
    const { name, input } = client;
    return [
      'import { createClient } from "kinodex-client";',
      `const kinodex = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, token: ${secret} });`,
      `const data = await kinodex.${name}(${Object.keys(input).length === 0 ? '' : written(input)});`,
    ];
  },
  Python: ({ address }, token) => [
    `import json, ${'text' in token ? '' : 'os, '}urllib.request`,
    `request = urllib.request.Request(${JSON.stringify(address)},`,
    `    headers={"Authorization": "Bearer ${'text' in token ? `${token.text}"` : `" + os.environ["${token.variable}"]`}})`,
    'data = json.load(urllib.request.urlopen(request))["data"]',
  ],
};

/** A call ready to be run, in four lines or fewer. */
export const writeCall = (language: Language, call: ReadyCall, token: ReadyToken): string =>
  WRITERS[language](call, token).join('\n');
