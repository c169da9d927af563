import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What the environment says, checked and with its defaults. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly dataFolder: string;
  readonly dataFolderPinned: boolean;
  readonly databaseUrl: string | undefined;
  /** The secret from the environment; without it one is made and kept in the data folder. */
  readonly secret: string | undefined;
  readonly imdbDatasetsUrl: string;
  readonly logLevel: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The lines of a .env file as an environment; values may be quoted, # starts a comment. */
export const parseDotEnv = (text: string): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (!match?.[1]) continue;
    const quoted = /^(["'])(.*)\1$/.exec(match[2] ?? '');
    found[match[1]] = quoted?.[2] ?? (match[2] ?? '').replace(/\s+#.*$/, '');
  }
  return found;
};

/** Every mistake of the settings at once, for the operator. */
export class ConfigProblems extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Reads the settings. Throws ConfigProblems that names every mistake. */
export const readConfig = (environment: Environment, folder: string): Config => {
  const problems: string[] = [];
  const text = (key: string): string | undefined => environment[key]?.trim() || undefined;

  const portText = text('PORT') ?? '8080';
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN;
  if (!(port >= 1 && port <= 65_535)) problems.push(`PORT must be a number from 1 to 65535, not '${portText}'`);

  const url = (key: string, protocols: readonly string[]): string | undefined => {
    const value = text(key);
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed && protocols.includes(parsed.protocol)) return value.replace(/\/+$/, '');
    problems.push(`${key} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`);
    return undefined;
  };

  const host = text('HOST') ?? '127.0.0.1';
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl === undefined && text('PUBLIC_URL') === undefined && !LOOPBACK.has(host)) {
    problems.push('PUBLIC_URL must be set when HOST is not a loopback address');
  }
  const secret = text('KINODEX_SECRET');
  if (secret !== undefined && secret.length < 32) problems.push('KINODEX_SECRET must have at least 32 characters');
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${LEVELS.join(', ')}`);
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const imdbDatasetsUrl = url('IMDB_DATASETS_URL', ['http:', 'https:']) ?? 'https://datasets.imdbws.com';
  if (problems.length > 0) throw new ConfigProblems(problems);

  const shownHost = host === '::1' ? '[::1]' : host;
  return {
    port,
    host,
    publicUrl: publicUrl ?? `http://${shownHost}:${port}`,
    dataFolder: resolve(folder, text('KINODEX_DATA') ?? 'data'),
    dataFolderPinned: text('KINODEX_DATA') !== undefined,
    databaseUrl,
    secret,
    imdbDatasetsUrl,
    logLevel,
  };
};

/** The settings of this process: the environment, and below it a .env file in the folder. */
export const loadConfig = (folder: string): Config => {
  const file = resolve(folder, '.env');
  const below = existsSync(file) ? parseDotEnv(readFileSync(file, 'utf8')) : {};
  return readConfig({ ...below, ...process.env }, folder);
};
