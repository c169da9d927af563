import type { RequestListener } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startService } from '#test/support/fake-service.ts';
import { runContext } from '#test/support/run-context.ts';
import { publicIp } from './public-ip.tasks.ts';

const db = await testDatabase();
const service = await startService((_, response) => void response.end('8.8.4.4'));
afterAll(service.close);
const now = () => new Date('2026-11-23T12:00:00Z');
const task = (path = '/ip?format=text') =>
  publicIp({ db, now, url: `${service.baseUrl}${path}`, outbound: { wait: async () => {}, timeout: 500 } });
const ran = async (answer: RequestListener | string, run = runContext()) => {
  const listener: RequestListener = typeof answer === 'string' ? (_, response) => void response.end(answer) : answer;
  await service.whileAnswering(listener, () => task().run({}, run.context));
  return run;
};
const notices = async () => (await db.query('select message, detail, level from notification order by id')).rows;
const known = async () => (await db.query<{ address: string }>('select address from public_address')).rows[0]?.address;

beforeEach(() => db.query('truncate public_address, notification'));

it('remembers the first address without a word to administrators, and tells them of another one once', async () => {
  expect((await ran('8.8.4.4\n')).lines).toEqual(['The public address is 8.8.4.4.']);
  expect(service.asked.at(-1)).toBe('GET /ip?format=text');
  expect((await ran('8.8.4.4')).lines).toEqual(['The public address is still 8.8.4.4, as it was on 2026-11-23.']);
  expect(await notices()).toEqual([]);
  const { lines, told } = await ran('{"ip":"2A00:1450::1"}');
  expect(lines).toEqual(['WARN: The public address has changed from 8.8.4.4 to 2a00:1450::1.']);
  expect(told).toEqual([
    [0, 1],
    [1, 1],
  ]);
  await ran('2a00:1450:0::1');
  expect(await notices()).toEqual([
    {
      message: 'The public address of the server has changed',
      detail: 'It was 8.8.4.4 and is 2a00:1450::1.',
      level: 'WARN',
    },
  ]);
  expect(await known()).toBe('2a00:1450::1');
});

it('asks nobody and finishes where no address is set', async () => {
  const run = runContext();
  await publicIp({ db, now, url: undefined }).run({}, run.context);
  expect(run.lines).toEqual(['PUBLIC_IP_URL is not set: nobody is asked.']);
});

describe('an answer that cannot be used', () => {
  it.each<[string, RequestListener, string]>([
    ['is no address', (_, to) => void to.end('<html>'), 'answered something else than a public network address'],
    ['is one of a private network', (_, to) => void to.end('10.0.0.1'), 'answered something else'],
    ['is longer than a kilobyte', (_, to) => void to.end(`8.8.4.4${' '.repeat(1_024)}`), 'GET /ip: too_large'],
    ['is a refusal', (_, to) => void to.writeHead(403).end('8.8.4.4'), 'answered with the status 403'],
    ['is a failure', (_, to) => void to.writeHead(500).end('8.8.4.4'), 'GET /ip: status 500'],
    ['leads elsewhere', (_, to) => void to.writeHead(302, { location: '/other' }).end(), 'GET /ip: redirect 302'],
    ['does not come', () => {}, 'GET /ip: timeout'],
  ])('because it %s fails the run and changes nothing', async (_, answer, text) => {
    await ran('8.8.4.4');
    await expect(ran(answer)).rejects.toThrow(text);
    expect(await known()).toBe('8.8.4.4');
    expect(await notices()).toEqual([]);
  });

  it('keeps nobody who wants the run to end', async () => {
    const run = runContext();
    const ended = ran(() => run.stop.abort(new Error('cancelled')), run);
    await expect(ended).rejects.toThrow('cancelled');
    expect(await known()).toBeUndefined();
  });
});
