import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll } from 'vitest';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came. */
  readonly raw: string;
  /** Of its own headers, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its plain form. */
  readonly text: string;
  readonly html: string;
}

const unfolded = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

const bytesOf = (quoted: string): Buffer =>
  Buffer.from(
    quoted
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** A part of a message, out of whatever it travels in. */
const partOf = (raw: string, type: string): string => {
  const at = raw.indexOf(`Content-Type: ${type}`);
  const begin = raw.indexOf('\r\n\r\n', at) + 4;
  const head = raw.slice(at, begin);
  const end = raw.indexOf('\r\n----', begin);
  const body = raw.slice(begin, end < 0 ? undefined : end);
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  return (/quoted-printable/i.test(head) ? bytesOf(body) : Buffer.from(body, 'latin1'))
    .toString()
    .replaceAll('\r\n', '\n');
};

const receivedOf = (from: string, to: readonly string[], raw: string): Received => ({
  ...{ from, to, raw, headers: unfolded(raw.slice(0, raw.indexOf('\r\n\r\n'))) },
  text: partOf(raw, 'text/plain'),
  html: partOf(raw, 'text/html'),
});

/** What an SMTP server answers instead of taking a mail. */
interface Answer {
  readonly code: number;
  readonly text: string;
}

/** A real SMTP server on 127.0.0.1, stopped after the test file, that keeps what it takes. */
export const startSmtp = async (options: SMTPServerOptions = {}) => {
  const mails: Received[] = [];
  const state: { answer: Answer | null; taken: (mail: Received) => void } = { answer: null, taken: () => {} };
  const server = new SMTPServer({
    ...{ disabledCommands: ['STARTTLS'], authOptional: true, logger: false, disableReverseLookup: true },
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        const { answer } = state;
        if (answer) return done(Object.assign(new Error(answer.text), { responseCode: answer.code }));
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        const mail = receivedOf(
          from,
          session.envelope.rcptTo.map(({ address }) => address),
          raw,
        );
        mails.push(mail);
        state.taken(mail);
        return done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  afterAll(close);
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** What came, the oldest first. */
    mails: mails as readonly Received[],
    clear: (): void => void mails.splice(0),
    /** Answers so from now on; null: takes everything. */
    answer: (answer: Answer | null): void => {
      state.answer = answer;
    },
    /** Is called with each mail before the sender hears that it was taken. */
    onTaken: (taken: (mail: Received) => void): void => {
      state.taken = taken;
    },
    close,
  };
};
