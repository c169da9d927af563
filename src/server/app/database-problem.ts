import { maskedUrl, type SettingProblem, settingProblem } from '#server/kernel/problem.ts';
import { isDatabaseAway } from '#server/platform/db/away.ts';
import { MigrationFailed } from '#server/platform/db/migrate.ts';

/** Where the database is: a server's address, or the data folder of the embedded one. */
export interface DatabaseSettings {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
}

/** What there is to know of an error of the system, of the driver or of PostgreSQL. */
interface Told {
  readonly code: string;
  readonly message: string;
  readonly syscall: string;
  /** Of PostgreSQL: FATAL where it turns a connection away. */
  readonly severity: string;
  /** Of PostgreSQL: the function that complains, which is the same in every language. */
  readonly routine: string;
  readonly hint: string;
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';
/** Whether a code is one of PostgreSQL; those of the system, such as EPIPE, begin with E. */
const isState = (code: string): boolean => /^(?!E)[0-9A-Z]{5}$/.test(code);

const told = (error: Error): Told => {
  const { code = '', syscall = '', severity = '', routine = '', hint = '' } = error as Error & Partial<Told>;
  return { code: String(code), message: firstLine(error.message), syscall, severity, routine, hint: firstLine(hint) };
};

const REFUSED = 'nothing listens there; start PostgreSQL, or correct the address';
const UNREACHED = 'no answer from there; look whether PostgreSQL runs and the network lets this machine through';
const UNKNOWN_HOST = 'no address is known for this host; correct its name';
const CREDENTIALS = 'user or password is refused; correct them in the address';
const NOT_LET_IN = 'the server lets this user not in from here; correct the user, or allow it in pg_hba.conf';
const NO_EXTENSION = "the server lacks an extension; install PostgreSQL's contrib package there";
const GONE = 'the server went away meanwhile; look whether it runs, and try again';
const ENDED = 'the server ended the connection; look whether it is being stopped, and try again';
const POOLER = 'what answers there is a pooler that does not keep sessions; name the PostgreSQL server itself';
const NOT_OURS =
  'this is no database of Kinodex, or it was changed by hand: name another one, or restore a backup; if neither is so, report this line';

/** By the code of the system or of PostgreSQL (SQLSTATE). */
const OF_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: 'the connection was cut; look whether a PostgreSQL answers at this address',
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  ETIMEDOUT: UNREACHED,
  EHOSTUNREACH: UNREACHED,
  ENETUNREACH: UNREACHED,
  '28P01': CREDENTIALS,
  '28000': NOT_LET_IN,
  '3D000': "there is no such database; make it: create database … encoding 'UTF8'",
  '42501': 'this user may not create there; make it the owner of the database (alter database … owner to …)',
  '25006': 'it is read-only, perhaps a standby; name the primary server',
  '53100': 'the disk of the server is full; make room there',
  '53200': 'the server lacks memory; give it more, or lower what it takes (shared_buffers, work_mem)',
  '53300': 'the server takes no more connections; raise its max_connections, or end others',
  '57014': 'a statement took too long, or was ended there; look what else the server is at work with',
  '57P03': 'the server is starting or stopping; try again in a moment',
  // An extension's library is missing.
  '58P01': NO_EXTENSION,
};

/** By the class of SQLSTATE, its first two characters: what no statement of ours is to blame for. */
const OF_CLASS: Readonly<Record<string, string>> = {
  '08': 'the connection does not hold; look into the log of the server, and at what lies between',
  '28': NOT_LET_IN,
  '40': 'another program was at work on the same; try again',
  '53': 'the server lacks memory, room or connections; give it more',
  '57': ENDED,
  '58': 'the system of the server fails it; look into its log, and at its disk',
  F0: 'the configuration of the server is broken; mend it there',
  XX: 'the server has failed inside; look into its log, and restore a backup where its data is damaged',
};

/** The same where the server turns the connection away. */
const OF_CLASS_FATAL: Readonly<Record<string, string>> = {
  '55': 'the database takes no connections; allow them (alter database … allow_connections true)',
};

/** The same of the first statements and of the migrations. */
const OF_CLASS_OPENING: Readonly<Record<string, string>> = {
  '26': POOLER,
  '55': 'another program holds what is needed; end it, or try again',
};

/** Why it is not trusted is worth telling. */
const CERTIFICATE = /certificate/i;

/** By what the driver says where it has no code of its own. */
const DRIVER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/client password must be a string|SASL/i, 'the server wants a password; write it into the address (user:password@)'],
  [/timeout|no database connection became free/i, UNREACHED],
  [
    /Connection terminated|Received unexpected|invalid (?:message|response)/i,
    'what answers there is no PostgreSQL; correct the address',
  ],
  [/does not support SSL/i, 'the server speaks no TLS; leave sslmode out of the address'],
  [/verify-ca requires/, 'sslmode=verify-ca needs sslrootcert=FILE beside it, or use verify-full'],
  [CERTIFICATE, "the server's TLS certificate is not trusted; see sslmode and sslrootcert of the address"],
  [/(?:SSL|PEM) routines|SSL connection/, 'TLS fails; see sslmode, sslrootcert, sslcert and sslkey of the address'],
];
const GENERAL = 'correct the address, or look into the log of the server';

/** For the embedded server, which has no address. */
const OF_EMBEDDED: Readonly<Record<string, string>> = {
  '25006': 'its disk has too little room; make some',
  '53100': 'its disk is full; make room there',
  '53300': 'too many commands use it at once; end some of them',
};
const GONE_EMBEDDED = 'the database is gone or does not answer; try again';
const GENERAL_EMBEDDED = 'LOG_LEVEL=debug shows what the database says; restore a backup where its data is damaged';

/** Where one code has several meanings. */
const specific = ({ code, message, routine }: Told): string | undefined => {
  if (code === '53300' && routine === 'InitializeSessionUserId')
    return 'this user has all its connections; raise its limit (alter role … connection limit …), or end others';
  if (code === '53300' && routine === 'CheckMyDatabase')
    return 'this database has all its connections; raise its limit (alter database … connection limit …), or end others';
  if (code === '0A000' && /extension/i.test(message)) return NO_EXTENSION;
  if (code === '08P01' && /startup parameter/i.test(message)) return POOLER;
  return undefined;
};

interface Way {
  readonly isEmbedded: boolean;
  /** The connection is begun, or the migrations are applied. */
  readonly isOpening: boolean;
}

/** What to do about a refusal of PostgreSQL; undefined where it is a mistake of ours. */
const ofServer = (one: Told, { isEmbedded, isOpening }: Way): string | undefined => {
  const exact = specific(one) ?? OF_CODE[one.code];
  if (exact !== undefined) return exact;
  const kind = one.code.slice(0, 2);
  const refused = isEmbedded ? GENERAL_EMBEDDED : GENERAL;
  const known = OF_CLASS[kind] ?? (one.severity === 'FATAL' ? (OF_CLASS_FATAL[kind] ?? refused) : undefined);
  if (known !== undefined) return one.hint === '' ? known : one.hint;
  return isOpening ? (OF_CLASS_OPENING[kind] ?? NOT_OURS) : undefined;
};

/** What to do about an error of the driver or of the way to the server. */
const ofWay = (error: Error, { code, syscall, message }: Told, { isOpening }: Way): string | undefined => {
  if (code === 'ENOENT' && syscall === 'connect') return REFUSED;
  if (OF_CODE[code] !== undefined) return OF_CODE[code];
  const isAway = isDatabaseAway(error);
  if (!isOpening) return isAway ? GONE : undefined;
  return DRIVER_WORDS.find(([words]) => words.test(message))?.[1] ?? (isAway ? UNREACHED : undefined);
};

const remedyOf = (error: Error, way: Way): string | undefined => {
  const one = told(error);
  if (way.isEmbedded && OF_EMBEDDED[one.code] !== undefined) return OF_EMBEDDED[one.code];
  if (isState(one.code)) return ofServer(one, way);
  if (!way.isEmbedded) return ofWay(error, one, way);
  return isDatabaseAway(error) ? GONE_EMBEDDED : undefined;
};

/** What went wrong, in the words of the server: where these say little, with the code, and the migration with its line. */
const wordsOf = (error: Error, outer: Error | undefined): string => {
  const { code, message } = told(error);
  if (!isState(code)) return CERTIFICATE.test(message) ? `${message}: ` : '';
  if (OF_CODE[code] !== undefined) return message === '' ? '' : `${message}: `;
  return `${outer instanceof MigrationFailed ? firstLine(outer.message) : message} (${code}): `;
};

/** Whether an error is a mistake of a program, never one of an address or a server. */
const isBug = (error: Error): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

/** A line about the database, by the setting that names it. */
export const databaseLine = (
  { databaseUrl, dataFolder }: DatabaseSettings,
  text: string,
  cause: unknown,
): SettingProblem =>
  databaseUrl === undefined
    ? settingProblem('KINODEX_DATA', dataFolder, text, cause)
    : settingProblem('DATABASE_URL', maskedUrl(databaseUrl), text, cause);

/** The line for a database that cannot be used, by an error and what caused it; null where it is a mistake of ours. */
export const databaseProblem = (
  errors: readonly Error[],
  settings: DatabaseSettings,
  isOpening: boolean,
): SettingProblem | null => {
  const way = { isOpening, isEmbedded: settings.databaseUrl === undefined };
  for (const [i, error] of errors.entries()) {
    const remedy = remedyOf(error, way);
    if (remedy !== undefined) return databaseLine(settings, `${wordsOf(error, errors[i - 1])}${remedy}`, errors[0]);
  }
  const [first] = errors;
  if (!isOpening || way.isEmbedded || first === undefined || errors.some(isBug)) return null;
  return databaseLine(settings, `${firstLine(first.message).replace(/\.$/, '')}: ${GENERAL}`, first);
};
