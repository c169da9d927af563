import { describe, expect, it } from 'vitest';
import { wishOf } from './frame.rules.ts';

const addresses = { topics: new Set(['/topic/task', '/topic/task/update']), requests: new Set(['/app/task']) };

const wish = (command: string, headers: Record<string, string> = {}, body = '', subscriptions: string[] = []) =>
  wishOf(
    { command, headers: new Map(Object.entries(headers)), body },
    { isConnected: !['CONNECT', 'STOMP'].includes(command), subscriptions: new Set(subscriptions) },
    addresses,
  );

const CONNECT = { 'accept-version': '1.1,1.2', Authorization: 'Bearer x' };

describe('the first frame', () => {
  it.each(['CONNECT', 'STOMP'])('may be %s', (command) =>
    expect(wish(command, CONNECT)).toEqual({ do: 'connect', authorization: 'Bearer x', beatMs: 0 }),
  );

  it.each([
    ['20000,0', 0],
    ['0,0', 0],
    ['0, 30000', 30_000],
    ['0,1', 1_000],
  ])('asks with heart-beat %s for one every %d ms', (header, beatMs) =>
    expect(wish('CONNECT', { ...CONNECT, 'heart-beat': header })).toMatchObject({ beatMs }),
  );

  it.each(['', 'a,b', '1', '-1,1', '1,2,3', '1,9999999999'])('is refused with the heart-beat %j', (header) =>
    expect(wish('CONNECT', { ...CONNECT, 'heart-beat': header }).do).toBe('refuse'),
  );

  it.each([{}, { 'accept-version': '1.0,1.1' }, { 'accept-version': '1.20' }])('is refused with %j', (headers) =>
    expect(wish('CONNECT', headers)).toEqual({ do: 'refuse', why: 'Only STOMP 1.2 is spoken here.' }),
  );

  it.each(['SUBSCRIBE', 'SEND', 'DISCONNECT', 'GET / HTTP/1.1', ''])('is not %s', (command) => {
    const standing = { isConnected: false, subscriptions: new Set<string>() };
    const frame = { command, headers: new Map([['destination', '/topic/task']]), body: '' };
    expect(wishOf(frame, standing, addresses)).toEqual({ do: 'refuse', why: 'The first frame must be CONNECT.' });
  });

  it('comes once', () => {
    const standing = { isConnected: true, subscriptions: new Set<string>() };
    const frame = { command: 'CONNECT', headers: new Map(Object.entries(CONNECT)), body: '' };
    expect(wishOf(frame, standing, addresses).do).toBe('refuse');
  });
});

describe('SUBSCRIBE', () => {
  it('takes listed topics, with any id that is free', () =>
    expect(wish('SUBSCRIBE', { id: '/topic/task', destination: '/topic/task' }, '', ['1'])).toEqual({
      do: 'subscribe',
      id: '/topic/task',
      destination: '/topic/task',
    }));

  it.each([
    ['a wildcard', { id: '1', destination: '/topic/*' }],
    ['another wildcard', { id: '1', destination: '/topic/>' }],
    ['a folder', { id: '1', destination: '/topic' }],
    ['a way around', { id: '1', destination: '/topic/../topic/task' }],
    ['other letters', { id: '1', destination: '/TOPIC/task' }],
    ['a request', { id: '1', destination: '/app/task' }],
    ["somebody's own queue", { id: '1', destination: '/user/queue/x' }],
    ['nothing', { id: '1' }],
    ['no id', { destination: '/topic/task' }],
    ['an empty id', { id: '', destination: '/topic/task' }],
    ['an endless id', { id: 'x'.repeat(201), destination: '/topic/task' }],
    ['an id that is taken', { id: 'taken', destination: '/topic/task' }],
    ['acknowledgements', { id: '1', destination: '/topic/task', ack: 'client' }],
  ])('is refused for %s', (_, headers) => expect(wish('SUBSCRIBE', headers, '', ['taken']).do).toBe('refuse'));

  it('is refused beyond twenty', () => {
    const ids = Array.from({ length: 20 }, (_, at) => String(at));
    const headers = { id: 'one more', destination: '/topic/task' };
    expect(wish('SUBSCRIBE', headers, '', ids.slice(1)).do).toBe('subscribe');
    expect(wish('SUBSCRIBE', headers, '', ids).do).toBe('refuse');
  });
});

describe('SEND', () => {
  it.each(['', '{}', ' {}\n'])('asks at a request with the body %j', (body) =>
    expect(wish('SEND', { destination: '/app/task' }, body)).toEqual({ do: 'request', destination: '/app/task' }),
  );

  it.each([
    ['a topic', { destination: '/topic/task' }, ''],
    ['an unknown address', { destination: '/app/other' }, ''],
    ['nothing', {}, ''],
    ['a body', { destination: '/app/task' }, '{"idTask":1}'],
    ['a transaction', { destination: '/app/task', transaction: '1' }, ''],
  ])('is refused for %s', (_, headers, body) => expect(wish('SEND', headers, body).do).toBe('refuse'));
});

it('ends subscriptions that there are', () => {
  expect(wish('UNSUBSCRIBE', { id: '1' }, '', ['1'])).toEqual({ do: 'unsubscribe', id: '1' });
  expect(wish('UNSUBSCRIBE', { id: '2' }, '', ['1']).do).toBe('refuse');
  expect(wish('UNSUBSCRIBE', {}, '', ['1']).do).toBe('refuse');
});

it('leaves with DISCONNECT', () => expect(wish('DISCONNECT')).toEqual({ do: 'leave' }));

it.each(['ACK', 'NACK', 'BEGIN', 'COMMIT', 'ABORT', 'MESSAGE', 'RECEIPT', 'ERROR', 'CONNECTED', 'subscribe', ''])(
  'refuses %j',
  (command) => expect(wish(command, { id: '1' }).do).toBe('refuse'),
);

it.each([
  ['ACK', 'Messages are not acknowledged: ack is auto.'],
  ['NACK', 'Messages are not acknowledged: ack is auto.'],
  ['BEGIN', 'There are no transactions here.'],
  ['COMMIT', 'There are no transactions here.'],
  ['ABORT', 'There are no transactions here.'],
  ['MESSAGE', 'This is no frame of a client.'],
])('says why %s is refused', (command, why) => expect(wish(command)).toEqual({ do: 'refuse', why }));

it('refuses what could not be read', () =>
  expect(wishOf(null, { isConnected: true, subscriptions: new Set() }, addresses).do).toBe('refuse'));
