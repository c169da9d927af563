import { createTransport, type NodemailerError, type Transporter } from 'nodemailer';
import { isEmail } from '#contracts/email.ts';
import { isLoopback } from '#server/kernel/loopback.ts';
import type { Written } from './letter.rules.ts';
import { LONGEST_SEND } from './send-timeout.ts';

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; else it is asked for once the server has answered. */
  readonly isTls: boolean;
  readonly credentials: { readonly user: string; readonly password: string } | null;
  /** Who mail is from. */
  readonly from: { readonly name: string; readonly address: string };
}

export interface Outgoing extends Written {
  readonly to: string;
  /** What mailboxes know it again by; the same at every try. */
  readonly id: string;
}

/**
 * What became of a mail. `refused`: this one will never be taken. `later`: this one was not taken now. `away`: the server
 * takes none; `why` says it without any address.
 */
export type Handed = { readonly is: 'taken' } | { readonly is: 'refused' | 'later' | 'away'; readonly why: string };

const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** What is wrong with the way to the server, or with who we are to it, and not with one mail. */
const AWAY = new Set<string | undefined>(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG', 'EPROTOCOL']);

const whyOf = ({ code, originalCode, command, responseCode }: NodemailerError): string =>
  [originalCode ?? code ?? 'error', ...(command ? [command] : []), ...(responseCode ? [responseCode] : [])].join(' ');

const judge = (error: NodemailerError): Handed => {
  const why = whyOf(error);
  if (error.permanent === undefined || AWAY.has(error.code)) return { is: 'away', why };
  return { is: error.permanent ? 'refused' : 'later', why };
};

const asError = (error: unknown): NodemailerError => (error instanceof Error ? error : new Error(String(error)));

const transportTo = ({ host, port, isTls, credentials }: MailSettings): Transporter =>
  createTransport({
    ...{ host, port, secure: isTls, ...TIMES },
    // A password is never said where others can read along.
    requireTLS: !isTls && credentials !== null && !isLoopback(host),
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Hands mail to an SMTP server, each on a connection of its own. */
export const createMailer = (settings: MailSettings) => {
  const transport = transportTo(settings);
  const { from } = settings;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  /** Never throws. Ends within LONGEST_SEND ms, or at once when `signal` aborts. */
  const send = async ({ to, id, subject, text, html }: Outgoing, signal?: AbortSignal): Promise<Handed> => {
    // Else it might be read as several.
    if (!isEmail(to)) return { is: 'refused', why: 'no address' };
    const late = AbortSignal.timeout(LONGEST_SEND);
    try {
      await transport.sendMail({
        from,
        to,
        envelope: { from: from.address, to: [to] },
        messageId: `<${id}@${domain}>`,
        ...{ subject, text, html },
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      return { is: 'taken' };
    } catch (error) {
      return judge(asError(error));
    }
  };

  /** Whether the server answers and takes the credentials; why not, else null. */
  const check = async (): Promise<string | null> => {
    try {
      await transport.verify();
      return null;
    } catch (error) {
      return whyOf(asError(error));
    }
  };

  return { send, check };
};

export type Mailer = ReturnType<typeof createMailer>;
