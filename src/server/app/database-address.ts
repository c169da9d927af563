import { maskedUrl } from '#server/kernel/problem.ts';

/** Whether a text is a port's number. */
export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/** The port that an address names, as it is written; nothing where it may be part of a password that has a / in it. */
const PORT_IN = /^[^/]*\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^:/?#@]*):([^/?#@]*)(?!.*@)/;

/** An address fit to be shown, with its password masked; empty where nobody can tell whether there is one in it. */
const shownOf = (value: string): string => {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value) && URL.canParse(value)) return maskedUrl(value);
  return /[@=]/.test(value) ? '' : value;
};

const notOf = (shown: string): string => (shown === '' ? '' : `, not '${shown}'`);

/** What is wrong with an address, for people. Null where nothing is. */
export const wrongIn = (value: string, protocols: readonly string[]): string | null => {
  if (!protocols.some((one) => value.toLowerCase().startsWith(`${one}//`)))
    return `must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}${notOf(shownOf(value))}`;
  const port = PORT_IN.exec(value)?.[1] ?? '';
  if (/^\d+$/.test(port) && !isPort(port)) return `has the port ${port}; a port is a number from 1 to 65535`;
  if (!URL.canParse(value))
    return 'cannot be read as an address; in a user and a password write %2F for /, %3F for ?, %23 for #, %40 for @ and %25 for %';
  return null;
};

const SSL_MODES = ['disable', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'];

/** What is wrong with an address of PostgreSQL beside its form. */
export const wrongForDatabase = (setting: string, address: string): readonly string[] => {
  const { pathname, searchParams } = new URL(address);
  const [port, mode] = [searchParams.get('port'), searchParams.get('sslmode')];
  return [
    // The driver would take one that is named as the user is.
    ...(pathname.length > 1 ? [] : [`${setting} names no database; write its name behind the host, as in …/kinodex`]),
    ...(port && !isPort(port) ? [`${setting} has the port ${port}; a port is a number from 1 to 65535`] : []),
    ...(mode && !SSL_MODES.includes(mode)
      ? [`${setting} has sslmode=${mode}; it is one of ${SSL_MODES.join(', ')}`]
      : []),
  ];
};
