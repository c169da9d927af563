import { userInfo } from 'node:os';
import { maskedUrl, Problem, SettingProblem, settingProblem } from '#server/kernel/problem.ts';
import { type DatabaseSettings, databaseLine, databaseProblem } from './database-problem.ts';

/** The settings that a start can fail at. */
export interface StartSettings extends DatabaseSettings {
  readonly port: number;
  readonly host: string;
}

const told = (error: Error) => {
  const { code = '', syscall = '', path = '' } = error as NodeJS.ErrnoException;
  return { code: String(code), syscall, path };
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
    return atPort(`the user ${userName()} may not listen on it; set PORT to one from 1024 on`);
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'EINVAL')
    return atHost('this machine has no such address; set HOST to one of its own, or to 0.0.0.0 for all of them');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return atHost('no address is known for this name; set HOST to an address of this machine');
  return null;
};

/** By the code of the system: what is wrong with a path, and what to do. */
const OF_FILES: Readonly<Record<string, string>> = {
  EACCES: 'may not be read or written by USER; give it the right (chown, chmod)',
  EPERM: 'may not be read or written by USER; give it the right (chown, chmod)',
  EROFS: 'is on a disk that is read-only; mount that for writing',
  ENOSPC: 'is on a disk that is full; make room there',
  EDQUOT: "is on a disk on which USER's share is full; make room there",
  EIO: 'is on a disk that fails; look into the log of the system',
  ENOTDIR: 'is no folder, or lies below a file; move that file away',
  EEXIST: 'is a file where a folder is needed; move it away',
  EISDIR: 'is a folder where a file is needed; move it away',
  ENOENT: 'is not there and cannot be made; make it',
  ELOOP: 'is a link that leads in a circle; remove it',
  ENAMETOOLONG: 'has too long a name; choose a shorter one',
};

/** Whether the address of the database names a file, such as a certificate. */
const isNamedIn = (databaseUrl: string | undefined, path: string): boolean =>
  databaseUrl !== undefined &&
  ['sslrootcert', 'sslcert', 'sslkey'].some((name) => new URL(databaseUrl).searchParams.get(name) === path);

/** What is wrong with a file or a folder, where the error is about one. */
const ofFile = (error: Error) => {
  const { code, path, syscall } = told(error);
  const wrong = OF_FILES[code]?.replace('USER', userName());
  if (wrong === undefined || path === '' || syscall === 'connect' || syscall.startsWith('spawn')) return null;
  return { code, path, wrong };
};

const folderLine = (setting: string, folder: string, error: Error): SettingProblem | null => {
  const found = ofFile(error);
  if (found === null) return null;
  const { code, path, wrong } = found;
  return settingProblem(setting, folder, `${path} ${wrong}, or set ${setting} to another folder (${code})`, error);
};

/** The line for a folder that a setting names and that cannot be used; null where the error is of something else. */
export const folderProblem = (error: unknown, setting: string, folder: string): SettingProblem | null =>
  chain(error)
    .map((one) => folderLine(setting, folder, one))
    .find((line) => line !== null) ?? null;

const fileProblem = (errors: readonly Error[], settings: StartSettings): Problem | null => {
  const { dataFolder, databaseUrl } = settings;
  for (const error of errors) {
    const found = ofFile(error);
    if (found === null) continue;
    const { code, path, wrong } = found;
    if (isNamedIn(databaseUrl, path))
      return settingProblem(
        'DATABASE_URL',
        maskedUrl(databaseUrl ?? ''),
        `${path} ${wrong}, or name another file (${code})`,
        error,
      );
    const isOurs = path === dataFolder || path.startsWith(`${dataFolder}/`) || dataFolder.startsWith(`${path}/`);
    if (!isOurs) return new Problem(`${path} ${wrong} (${code})`, { cause: error });
    return folderLine('KINODEX_DATA', dataFolder, error);
  }
  return null;
};

const lineOf = (error: unknown, settings: StartSettings, isOpening: boolean): unknown => {
  const errors = chain(error);
  return fileProblem(errors, settings) ?? databaseProblem(errors, settings, isOpening) ?? error;
};

/**
 * What the operator can mend of a failure, as one line that names the setting, its value and the remedy; the error itself
 * where it is nothing of the kind.
 */
export const problemOf = (error: unknown, settings: StartSettings): unknown =>
  error instanceof Problem ? error : lineOf(error, settings, false);

/**
 * The same of a database that could not be opened or brought to this version: whatever the server or the driver says then
 * is the operator's to mend, so that only a mistake of the program keeps its stack.
 */
export const openingProblemOf = (error: unknown, settings: StartSettings): unknown => {
  if (error instanceof SettingProblem) return error;
  return error instanceof Problem ? databaseLine(settings, error.message, error) : lineOf(error, settings, true);
};
