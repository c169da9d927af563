import { userInfo } from 'node:os';
import { maskedUrl, Problem, settingProblem } from '#server/kernel/problem.ts';

/** The settings that a start can fail at. */
export interface StartSettings {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
}

interface Told {
  readonly code: string;
  readonly message: string;
  readonly syscall: string;
  readonly path: string;
}

const told = (error: Error): Told => {
  const { code = '', syscall = '', path = '', message } = error as NodeJS.ErrnoException;
  return { code: String(code), message, syscall, path };
};

/** An error, what caused it and so on: the first that says something decides. */
const chain = (error: unknown): readonly Error[] => {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && found.length < 5; next = next.cause) found.push(next);
  return found;
};

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
};

/** What is wrong when the product cannot listen, and what to do; null for what is no such failure. */
export const listenProblem = (error: unknown, { port, host }: StartSettings): Problem | null => {
  const [first] = chain(error);
  if (!first) return null;
  const { code } = told(first);
  const atPort = (text: string) => settingProblem('PORT', String(port), text, error);
  const atHost = (text: string) => settingProblem('HOST', host, text, error);
  if (code === 'EADDRINUSE')
    return atPort(`another program listens on ${host}:${port}; stop it, or set PORT to a free one`);
  if (code === 'EACCES' || code === 'EPERM')
    return atPort(`${userName()} may not listen on this port; set PORT to one from 1024 on`);
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'EINVAL')
    return atHost('this machine has no such address; set HOST to one of its own, or to 0.0.0.0 for all of them');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return atHost('no address is known for this name; set HOST to an address of this machine');
  return null;
};

const REFUSED = 'nothing listens there; start PostgreSQL, or correct the address';
const UNREACHED = 'no answer from there; look whether PostgreSQL runs and the network lets this machine through';
const UNKNOWN_HOST = 'no address is known for this host; correct its name';
const CREDENTIALS = 'user or password is refused; correct them in the address';
const UNWRITABLE = 'this user may not create there; make it the owner of the database (alter database … owner to …)';
const BUSY = 'the server takes no more connections; raise its max_connections, or end others';

/** By the code of the system or of PostgreSQL (SQLSTATE). */
const OF_DATABASE: Readonly<Record<string, string>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: 'the connection was cut; look whether a PostgreSQL answers at this address',
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ETIMEDOUT: UNREACHED,
  EHOSTUNREACH: UNREACHED,
  ENETUNREACH: UNREACHED,
  '28P01': CREDENTIALS,
  '28000': 'the server lets this user not in from here; correct the user, or allow it in pg_hba.conf',
  '3D000': "there is no such database; make it: create database … encoding 'UTF8'",
  '42501': UNWRITABLE,
  '25006': 'it is read-only, perhaps a standby; name the primary server',
  '53100': 'the disk of the server is full; make room there',
  '53300': BUSY,
  '57P03': 'the server is starting or stopping; try again in a moment',
  '57P01': 'the server ended the connection; look whether it is being stopped',
  // What an extension is missing as.
  '58P01': "the server lacks an extension; install PostgreSQL's contrib package there",
  '0A000': "the server lacks an extension; install PostgreSQL's contrib package there",
};

/** By what the driver says where it has no code. */
const DRIVER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/client password must be a string|SASL/i, 'the server wants a password; write it into the address (user:password@)'],
  [/timeout|no database connection became free/i, UNREACHED],
  [
    /Connection terminated|Received unexpected|invalid (?:message|response)/i,
    'what answers there is no PostgreSQL; correct the address',
  ],
  [/does not support SSL/i, 'the server speaks no TLS; leave sslmode out of the address'],
  [
    /certificate|self.signed/i,
    "the server's TLS certificate is not trusted; see sslmode and sslrootcert of the address",
  ],
];

const databaseProblem = (errors: readonly Error[], { databaseUrl }: StartSettings): Problem | null => {
  if (databaseUrl === undefined) return null;
  for (const error of errors) {
    const { code, message, syscall } = told(error);
    const noSocket = code === 'ENOENT' && syscall === 'connect';
    const remedy = noSocket
      ? REFUSED
      : (OF_DATABASE[code] ?? (code === '' ? DRIVER_WORDS.find(([words]) => words.test(message))?.[1] : undefined));
    if (remedy === undefined) continue;
    const said = /^[0-9A-Z]{5}$/.test(code) && message !== '' ? `${message.split('\n')[0]}: ` : '';
    return settingProblem('DATABASE_URL', maskedUrl(databaseUrl), `${said}${remedy}`, error);
  }
  return null;
};

const OF_FILES: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written by USER; give it the right (chown, chmod)',
  EPERM: 'may not be read or written by USER; give it the right (chown, chmod)',
  EROFS: 'is on a disk that is read-only',
  ENOSPC: 'is on a disk that is full; make room there',
  EDQUOT: "is on a disk on which USER's share is full; make room there",
  ENOTDIR: 'is no folder, or lies below a file',
  EEXIST: 'is a file where a folder is needed',
  EISDIR: 'is a folder where a file is needed',
  ENOENT: 'is not there and cannot be made',
  ELOOP: 'is a link that leads nowhere',
  ENAMETOOLONG: 'has too long a name',
};

const fileProblem = (errors: readonly Error[], { dataFolder }: StartSettings): Problem | null => {
  for (const error of errors) {
    const { code, path, syscall } = told(error);
    const wrong = OF_FILES[code]?.replace('USER', userName());
    if (wrong === undefined || path === '' || syscall === 'connect' || syscall.startsWith('spawn')) continue;
    const isOurs = path === dataFolder || path.startsWith(`${dataFolder}/`) || dataFolder.startsWith(`${path}/`);
    if (!isOurs) return new Problem(`${path} ${wrong} (${code})`, { cause: error });
    return settingProblem(
      'KINODEX_DATA',
      dataFolder,
      `${path} ${wrong}, or set KINODEX_DATA to another folder (${code})`,
      error,
    );
  }
  return null;
};

/**
 * What the operator can mend of a failure, as one line that names the setting, its value and the remedy; the error itself
 * where it is nothing of the kind.
 */
export const problemOf = (error: unknown, settings: StartSettings): unknown => {
  if (error instanceof Problem) return error;
  const errors = chain(error);
  return fileProblem(errors, settings) ?? databaseProblem(errors, settings) ?? error;
};
