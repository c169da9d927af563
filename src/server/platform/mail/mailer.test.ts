import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startSmtp } from '#test/support/smtp.ts';
import { createMailer, type MailSettings } from './mailer.ts';

const smtp = await startSmtp();
const FROM = { name: 'Films, Ltd', address: 'films@example.org' };
const to = (port: number, more: Partial<MailSettings> = {}): MailSettings => ({
  ...{ host: '127.0.0.1', port, isTls: false, credentials: null, from: FROM },
  ...more,
});
const MAIL = { to: 'ann@example.org', id: 'one', subject: 'Größe', text: 'Plain ü\n', html: '<p>Ü</p>' };
const mailer = createMailer(to(smtp.port));

beforeEach(() => {
  smtp.answer(null);
  smtp.clear();
});

describe('a mailer', () => {
  it('hands a mail over, in both its forms', async () => {
    expect(await mailer.send(MAIL)).toEqual({ is: 'taken' });
    const [mail] = smtp.mails;
    expect([mail?.from, mail?.to, mail?.text.trim(), mail?.html.trim()]).toEqual([
      ...['films@example.org', ['ann@example.org']],
      ...['Plain ü', '<p>Ü</p>'],
    ]);
    expect(mail?.headers).toMatchObject({
      from: '"Films, Ltd" <films@example.org>',
      to: 'ann@example.org',
      'message-id': '<one@example.org>',
      'auto-submitted': 'auto-generated',
    });
  });

  it.each([
    { to: 'ann@example.org\r\nBcc: eve@example.org' },
    { to: 'ann@example.org, eve@example.org' },
    { to: 'ann@example.org>\r\nRCPT TO:<eve@example.org' },
    { subject: 'x\r\nBcc: eve@example.org' },
    { id: 'x>\r\nBcc: eve@example.org\r\nX: <y' },
  ])('writes to nobody else, whatever it is told: %j', async (hostile) => {
    await mailer.send({ ...MAIL, ...hostile });
    expect(smtp.mails.length).toBe('to' in hostile ? 0 : 1);
    for (const { to: recipients, headers } of smtp.mails) {
      expect(recipients).toEqual([MAIL.to]);
      expect(headers).not.toHaveProperty('bcc');
    }
  });

  it.each([
    [550, 'refused'],
    [451, 'later'],
  ])('tells what a server means by %i: %s', async (code, is) => {
    smtp.answer({ code, text: `no ann@example.org here` });
    const handed = await mailer.send(MAIL);
    expect(handed).toMatchObject({ is, why: expect.stringContaining(String(code)) });
    expect(JSON.stringify(handed)).not.toContain('ann@');
  });

  it('tells a server that is not there, one that says nothing, and an end', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    afterAll(() => silent.close());
    const end = new AbortController();
    const sending = createMailer(to(port)).send(MAIL, end.signal);
    await once(silent, 'connection');
    end.abort();
    expect(await sending).toMatchObject({ is: 'away' });
    for (const socket of sockets) socket.destroy();
    silent.close();
    await once(silent, 'close');
    expect(await createMailer(to(port)).send(MAIL)).toEqual({
      is: 'away',
      why: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await createMailer(to(port)).check()).toContain('ECONNREFUSED');
  });

  it('signs in, and says no password to a server elsewhere that offers no TLS', async () => {
    const said: string[] = [];
    const guarded = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username = '', password = '' }, _, done) => {
        said.push(`${username} ${password}`);
        done(password === 'right' ? null : new Error('no'), { user: username });
      },
    });
    const as = (password: string, host = '127.0.0.1') =>
      createMailer(to(guarded.port, { host, credentials: { user: 'me', password } }));
    expect([await as('right').check(), await as('right').send(MAIL)]).toEqual([null, { is: 'taken' }]);
    expect(await as('wrong').check()).toContain('EAUTH');
    expect(await as('wrong').send(MAIL)).toMatchObject({ is: 'away' });
    expect(said).toEqual(['me right', 'me right', 'me wrong', 'me wrong']);
    // An address that leads to this machine and is not known as its own.
    expect(await as('right', '0.0.0.0').send(MAIL)).toEqual({ is: 'away', why: expect.stringContaining('ETLS') });
    expect(said.length).toBe(4);
  });
});
