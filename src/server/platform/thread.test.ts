import { afterEach, expect, it } from 'vitest';
import { createThread } from './thread.ts';
import { threadFigures } from './thread-figures.ts';

const FILE = new URL('./thread.fixture.ts', import.meta.url);
const open = (changed = {}) => createThread<string, string>({ file: FILE, waiting: 2, patience: 60_000, ...changed });
let thread = open();
afterEach(async () => {
  await thread.close();
  thread = open();
});

it('work is done one after the other, and what goes wrong comes back as what it was', async () => {
  const all = await Promise.allSettled(['one', 'refuse', 'fail'].map((input) => thread.run(input)));
  expect(all).toMatchObject([
    { value: 'one, done' },
    { reason: { reason: 'invalid_body', status: 400, message: 'no', details: [{ field: 'a' }] } },
    { reason: { message: expect.stringContaining('oh') } },
  ]);
  expect(await thread.run('two')).toBe('two, done');
});

it('more than may wait are refused at once', async () => {
  const all = await Promise.allSettled(['one', 'two', 'three', 'four'].map((input) => thread.run(input)));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(all[3]).toMatchObject({ reason: { reason: 'busy', status: 503 } });
});

it('a thread that dies fails its call alone: the next has a new one', async () => {
  const [dead, next] = await Promise.allSettled([thread.run('die'), thread.run('one')]);
  expect([dead.status, next]).toMatchObject(['rejected', { value: 'one, done' }]);
});

it('a thread that does not answer is given up', async () => {
  const impatient = open({ patience: 1_500 });
  const [stuck, next] = await Promise.allSettled([impatient.run('hang'), impatient.run('one')]);
  expect([stuck, next]).toMatchObject([
    { reason: { message: expect.stringContaining('1500 ms') } },
    { value: 'one, done' },
  ]);
  await impatient.close();
});

it('who waits when it is closed is told so', async () => {
  const waiting = thread.run('hang');
  const refused = expect(waiting).rejects.toMatchObject({ reason: 'stopping' });
  await thread.close();
  await refused;
});

it('threads are counted, with the calls that wait and those that fail', async () => {
  const figures = () => ({ ...threadFigures().get('thread') });
  await expect.poll(() => figures().running).toBe(0);
  const { begun = 0, failed = 0 } = figures();
  const all = Promise.allSettled(['one', 'die', 'two'].map((input) => thread.run(input)));
  expect(figures()).toEqual({ running: 1, asked: 3, begun: begun + 1, failed });
  await all;
  await expect.poll(figures).toEqual({ running: 1, asked: 0, begun: begun + 2, failed: failed + 1 });
  await thread.close();
  await expect.poll(() => figures().running).toBe(0);
});
