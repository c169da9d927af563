import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PATIENCE } from './patience.ts';

/** A curl line of the guide, as what it sends. */
export interface Call {
  readonly text: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
  /** What the text says it is answered with. */
  readonly status: number;
  /** The shell variable that its answer goes to. */
  readonly sets?: string;
}

const LINE = /^(?:(\w+)=\$\()?curl (.*?)(?: \| jq -r \.data\.token)?\)?(?: # (\d{3}))?$/;
const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g;
/** Options that say only what curl does with the answer, and whether a value follows. */
const OF_CURL: Readonly<Record<string, boolean>> = { '-s': false, '-i': false, '-N': false, '-o': true, '-w': true };

const callOf = (text: string): Call => {
  const [, sets, rest = '', status] = LINE.exec(text) ?? [];
  const words = [...rest.matchAll(WORD)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  const headers: Record<string, string> = {};
  let url = '';
  let payload: string | undefined;
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word in OF_CURL) {
      if (OF_CURL[word]) words.shift();
    } else if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/);
      headers[name] = value;
    } else if (word === '-d') payload = words.shift();
    else if (word.startsWith('-') || url !== '') throw new Error(`Not understood, ${word}: ${text}`);
    else url = word;
  }
  return {
    text,
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers,
    ...(payload !== undefined && { payload }),
    status: Number(status ?? 200),
    ...(sets !== undefined && { sets }),
  };
};

/** Every line of the shell blocks, in order. Throws on one that is no call or cannot be understood. */
export const callsIn = (guide: string): readonly Call[] =>
  [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) => code.trim().split('\n').map(callOf));

/** Addresses in the running text that are complete, with the status the text says. */
export const pathsIn = (guide: string): readonly { readonly path: string; readonly status: number }[] =>
  [...guide.matchAll(/`(\/api\/v1\/[^`\s]*[^`\s=])`(?: → (\d{3}))?/g)].map(([, path = '', status]) => ({
    path,
    status: Number(status ?? 200),
  }));

/** Runs a program beside this one with the token in its environment. */
export const runAside = async (command: string, args: readonly string[], token: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, [...args], {
    env: { ...process.env, TOKEN: token },
    timeout: PATIENCE,
  });
  return stdout.trim();
};
