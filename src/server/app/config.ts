import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { isEmail } from '#contracts/email.ts';
import { isShorter, PASSWORD_MAX, PASSWORD_MIN } from '#contracts/session.ts';
import { isTimeZone } from '#server/kernel/cron/zone.ts';
import { Problem } from '#server/kernel/problem.ts';
import { type PaymentSettings, paymentProviderOf } from '#server/modules/billing/billing.config.ts';
import { isNetwork } from '#server/platform/http/address.ts';
import type { MailSettings } from '#server/platform/mail/mailer.ts';
import { IMDB_ITSELF } from '#server/sources/imdb-datasets/files.ts';
import { isPort, wrongForDatabase, wrongIn } from './database-address.ts';
import { type ImageSettings, readHosts, readImageSettings } from './image-settings.ts';
import { readMailSettings } from './mail-settings.ts';
import { type OidcSettings, readOidcSettings } from './oidc-settings.ts';
import { readReplicaUrls } from './replica-settings.ts';
import { readSourceSettings, type SourceSettings } from './source-settings.ts';

const ROLES = ['all', 'web', 'worker'] as const;
/** What a node does: `web` answers; `worker` runs tasks and sends mail, and answers only how it is. */
export type Role = (typeof ROLES)[number];

/** What the environment says, checked and with its defaults. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly dataFolder: string;
  readonly dataFolderPinned: boolean;
  readonly databaseUrl: string | undefined;
  /** Copies of that database, for reads that may lag. */
  readonly replicaUrls: readonly string[];
  /** The secret from the environment; without it one is made and kept in the data folder. */
  readonly secret: string | undefined;
  readonly imdbDatasetsUrl: string;
  readonly sources: SourceSettings;
  readonly images: ImageSettings;
  /** Hosts of webhooks, with their ports, that may be in a private network and without TLS. */
  readonly webhookHosts: readonly string[];
  /** How mail is sent; null: it is not. */
  readonly mail: MailSettings | null;
  /** What is asked for the public address of the server; without it nobody is. */
  readonly publicIpUrl: string | undefined;
  /** Where several nodes count together; without it this one is alone. */
  readonly redisUrl: string | undefined;
  /** Where audited requests are kept in ClickHouse; without it they are kept in the database. */
  readonly clickHouseUrl: string | undefined;
  /** The first administrator; a password is made and told once when there is none. */
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly signUp: 'open' | 'closed';
  /** By whom people sign in beside passwords; null: by nobody. */
  readonly oidc: OidcSettings | null;
  readonly role: Role;
  /** Networks whose word for a caller's address is taken. */
  readonly trustedProxies: readonly string[];
  /** With which the metrics can be read from elsewhere. */
  readonly metricsToken: string | undefined;
  /** IANA name: what a day means to operators. */
  readonly timeZone: string;
  readonly payments: PaymentSettings;
  /** Seconds that a node which is being stopped goes on serving, so that those who watch its health send elsewhere first. */
  readonly stopDelay: number;
  readonly logLevel: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every mistake of the settings at once, for the operator. */
export class ConfigProblems extends Problem {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const PRESET_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Reads the settings. Throws ConfigProblems that names every mistake. */
export const readConfig = (environment: Environment, folder: string): Config => {
  const problems: string[] = [];
  const text = (key: string): string | undefined => environment[key]?.trim() || undefined;

  const portText = text('PORT') ?? '8080';
  const port = Number(portText);
  if (!isPort(portText)) problems.push(`PORT must be a number from 1 to 65535, not '${portText}'`);

  const delayText = text('STOP_DELAY') ?? '5';
  const stopDelay = /^\d{1,3}$/.test(delayText) ? Number(delayText) : Number.NaN;
  if (!(stopDelay <= 300)) problems.push(`STOP_DELAY must be a number of seconds from 0 to 300, not '${delayText}'`);

  const url = (key: string, protocols: readonly string[]): string | undefined => {
    const value = text(key);
    if (value === undefined) return undefined;
    const wrong = wrongIn(value, protocols);
    if (wrong === null) return value.replace(/\/+$/, '');
    problems.push(`${key} ${wrong}`);
    return undefined;
  };

  const host = text('HOST') ?? '127.0.0.1';
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']);
  if (publicUrl === undefined && text('PUBLIC_URL') === undefined && !LOOPBACK.has(host)) {
    problems.push(`PUBLIC_URL must be set, since HOST=${host} is no loopback address`);
  }
  const secret = text('KINODEX_SECRET');
  if (secret !== undefined && secret.length < 32) problems.push('KINODEX_SECRET must have at least 32 characters');
  const metricsToken = text('METRICS_TOKEN');
  if (metricsToken !== undefined && !/^\S{16,}$/.test(metricsToken))
    problems.push('METRICS_TOKEN must have at least 16 characters, and no spaces');
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LEVELS.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not '${logLevel}'`);
  const signUp = text('SIGNUP') ?? 'open';
  if (signUp !== 'open' && signUp !== 'closed') problems.push(`SIGNUP must be 'open' or 'closed', not '${signUp}'`);
  const adminEmail = text('KINODEX_ADMIN_EMAIL') ?? 'admin@kinodex.local';
  if (!isEmail(adminEmail)) problems.push(`KINODEX_ADMIN_EMAIL must be a valid email address, not '${adminEmail}'`);
  const adminPassword = environment.KINODEX_ADMIN_PASSWORD || undefined;
  if (adminPassword !== undefined && (isShorter(adminPassword, PASSWORD_MIN) || adminPassword.length > PASSWORD_MAX))
    problems.push(`KINODEX_ADMIN_PASSWORD must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`);
  const trustedProxies = (text('TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter((network) => network !== '');
  const wrong = trustedProxies.filter((network) => !PRESET_NETWORKS.has(network) && !isNetwork(network));
  if (wrong.length > 0) problems.push(`TRUSTED_PROXIES names what is no network: ${wrong.join(', ')}`);
  const timeZone = text('SERVER_TIME_ZONE') ?? 'UTC';
  if (!isTimeZone(timeZone))
    problems.push(`SERVER_TIME_ZONE must be a time zone such as Europe/Madrid, not '${timeZone}'`);
  const redisUrl = url('REDIS_URL', ['redis:', 'rediss:']);
  const redisPath = redisUrl === undefined ? '' : new URL(redisUrl).pathname;
  if (!/^(?:\/\d+)?$/.test(redisPath))
    problems.push(`REDIS_URL must end in the number of a database, as in redis://localhost:6379/1, not '${redisPath}'`);
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  if (databaseUrl !== undefined) problems.push(...wrongForDatabase('DATABASE_URL', databaseUrl));
  const replicaUrls = readReplicaUrls({ text, problems }, databaseUrl);
  const role = ROLES.find((one) => one === (text('KINODEX_ROLE') ?? 'all'));
  if (role === undefined)
    problems.push(`KINODEX_ROLE must be one of ${ROLES.join(', ')}, not '${text('KINODEX_ROLE')}'`);
  if (role !== undefined && role !== 'all' && databaseUrl === undefined)
    problems.push(
      `KINODEX_ROLE=${role} needs DATABASE_URL: with an embedded database there is one node, which does all`,
    );
  const clickHouseUrl = url('CLICKHOUSE_URL', ['http:', 'https:']);
  const imdbDatasetsUrl = url('IMDB_DATASETS_URL', ['http:', 'https:']) ?? IMDB_ITSELF;
  const publicIpUrl = url('PUBLIC_IP_URL', ['http:', 'https:']);
  const reader = { text, url: (key: string) => url(key, ['http:', 'https:']), problems };
  const sources = readSourceSettings(reader);
  const images = readImageSettings(reader, folder);
  const webhookHosts = readHosts(reader, 'WEBHOOK_HOSTS');
  const mail = readMailSettings({ ...reader, url: (key) => url(key, ['smtp:', 'smtps:']) });
  const oidc = readOidcSettings(reader, { signUp: signUp === 'closed' ? 'closed' : 'open' });
  const { settings: payments, problems: ofPayments } = paymentProviderOf(environment);
  problems.push(...ofPayments);
  if (problems.length > 0) throw new ConfigProblems(problems);

  const shownHost = host === '::1' ? '[::1]' : host;
  return {
    port,
    host,
    publicUrl: publicUrl ?? `http://${shownHost}:${port}`,
    dataFolder: resolve(folder, text('KINODEX_DATA') ?? 'data'),
    dataFolderPinned: text('KINODEX_DATA') !== undefined,
    databaseUrl,
    replicaUrls,
    secret,
    imdbDatasetsUrl,
    sources,
    images,
    webhookHosts,
    mail,
    publicIpUrl,
    redisUrl,
    clickHouseUrl,
    adminEmail,
    adminPassword,
    signUp: signUp === 'closed' ? 'closed' : 'open',
    oidc,
    role: role ?? 'all',
    trustedProxies,
    metricsToken,
    timeZone,
    payments,
    stopDelay,
    logLevel,
  };
};

/** Where settings come from. */
export interface Surroundings {
  readonly environment: Environment;
  /** Where one stands; a relative KINODEX_DATA of the environment begins there. */
  readonly standing: string;
}

/** Those of this process. A script of npm runs in the package's folder, wherever one stands. */
export const surroundings = (folder: string, environment: Environment = process.env): Surroundings => {
  const here = process.cwd();
  const asScript = environment.npm_lifecycle_event !== undefined && here === resolve(folder);
  return { environment, standing: (asScript && environment.INIT_CWD) || here };
};

/**
 * What settings are read from: the environment, and below it a .env file in the folder, whose relative KINODEX_DATA
 * begins there.
 */
export const readEnvironment = (folder: string, { environment, standing }: Surroundings): Environment => {
  const file = resolve(folder, '.env');
  const below = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const data = environment.KINODEX_DATA?.trim();
  return { ...below, ...environment, ...(data && { KINODEX_DATA: resolve(standing, data) }) };
};

/** The settings of this process. Throws ConfigProblems. */
export const loadConfig = (folder: string, around: Surroundings = surroundings(folder)): Config =>
  readConfig(readEnvironment(folder, around), folder);
