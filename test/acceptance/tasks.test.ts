import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TASK_TYPES } from '#contracts/task-types.ts';
import { freePort, kinodex, type Served, serveProduct } from '#test/support/cli.ts';
import { PATIENCE } from '#test/support/patience.ts';

/** Tasks of a product as an operator has it: over HTTP and the command line only. */

const home = mkdtempSync(join(tmpdir(), 'kinodex-tasks-'));
const [email, password] = ['operator@example.org', 'a password of theirs'];
// What an import reads from here never comes.
const silent = createServer(() => {});
let settings: Record<string, string>;
let product: Served;
let token: string;

const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await fetch(`${product.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { code: number; data: never; error: string | null; reason?: string };
};
const start = async (): Promise<void> => {
  product = await serveProduct(settings);
  token = '';
  // The first start makes its administrator after it has begun to answer.
  const signIn = () => call('POST', 'auth/signin', { email, password });
  await vi.waitFor(async () => expect((await signIn()).code).toBe(200), { timeout: PATIENCE, interval: 500 });
  ({ token } = (await signIn()).data);
};
const taskOf = async (type: string): Promise<{ idTask: number; name: string; status: string; error: string | null }> =>
  ((await call('GET', 'admin/tasks')).data as { task: string }[]).find(({ task }) => task === type) as never;
const statusOf = async (type: string): Promise<string> => (await taskOf(type)).status;

beforeAll(async () => {
  // The database runs under a user of its own.
  chmodSync(home, 0o755);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  settings = {
    ...{
      PORT: String(await freePort()),
      KINODEX_DATA: home,
      KINODEX_ADMIN_EMAIL: email,
      KINODEX_ADMIN_PASSWORD: password,
    },
    IMDB_DATASETS_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  };
  await start();
});
afterAll(async () => {
  await product?.end('SIGTERM');
  silent.closeAllConnections();
  silent.close();
  rmSync(home, { recursive: true, force: true });
});

it('the first start has a task of each type, and those that look after the product are on', async () => {
  const tasks = (await call('GET', 'admin/tasks')).data as {
    name: string;
    task: string;
    active: number;
    nextCronExecution: string | null;
  }[];
  expect(tasks.map(({ name }) => name).sort()).toEqual(tasks.map(({ task }) => `${task}_1`).sort());
  expect(tasks).toHaveLength(TASK_TYPES.length);
  const on = tasks.filter(({ active }) => active === 1);
  expect(on.map(({ task }) => task).sort()).toEqual([
    ...['CAROUSEL', 'CLEAN_AUDIT', 'CLEAN_LOGS', 'CLEAN_NOTIFICATIONS', 'EXPIRE_PAYMENTS', 'MANUAL_UPDATE'],
  ]);
  expect(on.every(({ nextCronExecution }) => nextCronExecution !== null)).toBe(true);
});

it('a run that is told to end does, and one whose product was killed is an error that is told', async () => {
  const { idTask } = await taskOf('IMDB_DATASETS');
  expect(await call('POST', `admin/tasks/execute-task/${idTask}`)).toMatchObject({
    code: 200,
    data: 'Task IMDB_DATASETS_1 is executed',
  });
  await expect.poll(() => statusOf('IMDB_DATASETS')).toBe('EXECUTING');
  expect(await call('POST', `admin/tasks/execute-task/${idTask}`)).toMatchObject({ code: 409, reason: 'task_busy' });
  expect(await call('POST', `admin/tasks/cancel-task/${idTask}`)).toMatchObject({ code: 200 });
  await expect.poll(() => statusOf('IMDB_DATASETS')).toBe('CANCELLED');

  await call('POST', `admin/tasks/execute-task/${idTask}`);
  await expect.poll(() => statusOf('IMDB_DATASETS')).toBe('EXECUTING');
  await product.end('SIGKILL');
  await start();
  await expect
    .poll(() => taskOf('IMDB_DATASETS'))
    .toMatchObject({
      status: 'ERROR',
      error: 'The node that was executing it is gone.',
    });
});

it('a product that is stopped leaves the run to the next one', async () => {
  const { idTask } = await taskOf('IMDB_DATASETS');
  await call('POST', `admin/tasks/execute-task/${idTask}`);
  await expect.poll(() => statusOf('IMDB_DATASETS')).toBe('EXECUTING');
  await product.end('SIGTERM');
  await start();
  await expect.poll(() => statusOf('IMDB_DATASETS')).toBe('EXECUTING');
  await call('POST', `admin/tasks/cancel-task/${idTask}`);
  await expect.poll(() => statusOf('IMDB_DATASETS')).toBe('CANCELLED');
});

it('the command line runs a task beside the product, and says how it ended', async () => {
  const ran = await kinodex(settings, 'task', 'run', 'CLEAN_NOTIFICATIONS');
  expect(ran.stdout).toBe('CLEAN_NOTIFICATIONS_1: FINISHED\n');
  expect(await statusOf('CLEAN_NOTIFICATIONS')).toBe('FINISHED');
  await expect(kinodex(settings, 'task', 'run', 'CLEAN_NOTIFICATIONS', '--', '--nothing')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--nothing is not known here'),
  });
  await expect(kinodex(settings, 'task', 'run', 'NOTHING')).rejects.toMatchObject({ code: 1 });
});
