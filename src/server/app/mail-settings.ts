import { isEmail } from '#contracts/email.ts';
import type { MailSettings } from '#server/platform/mail/mailer.ts';
import type { Reader } from './source-settings.ts';

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** `Films <films@example.org>`, or the address alone. */
const FROM = /^(?:([^<>"\p{Cc}]*)<([^<>]+)>|([^<>\s]+))$/u;

const fromOf = (text: string): MailSettings['from'] | null => {
  const [, name = '', bracketed, bare] = FROM.exec(text) ?? [];
  const address = (bracketed ?? bare ?? '').trim();
  return isEmail(address) ? { name: name.trim(), address } : null;
};

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** `address` is that of SMTP_URL, of one of its protocols. */
const serverOf = (address: string): Omit<MailSettings, 'from'> | null => {
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(address);
  const [user, pass] = [decoded(username), decoded(password)];
  const isTls = protocol === 'smtps:';
  if (hostname === '' || user === null || pass === null || `${search}${hash}` !== '' || !/^\/?$/.test(pathname))
    return null;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? PORTS[isTls ? 'smtps:' : 'smtp:'] : Number(port),
    isTls,
    credentials: user === '' ? null : { user, password: pass },
  };
};

/** How mail is sent; null: it is not. */
export const readMailSettings = ({ text, url, problems }: Reader): MailSettings | null => {
  const address = url('SMTP_URL');
  const said = text('MAIL_FROM');
  const from = said === undefined ? null : fromOf(said);
  if (said !== undefined && from === null)
    problems.push(`MAIL_FROM must be an email address, or a name and one: Films <films@example.org>, not '${said}'`);
  if (said === undefined && text('SMTP_URL') !== undefined)
    problems.push('MAIL_FROM must be set, since SMTP_URL is: the address that mail is from');
  if (address === undefined) return null;
  const server = serverOf(address);
  if (server === null) problems.push('SMTP_URL must be smtp://user:password@host:port, or smtps://, and nothing else');
  return server && from && { ...server, from };
};
