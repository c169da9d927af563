import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isAlive, readPostmaster } from '#server/platform/db/embedded-lock.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { silentLog } from './support/log.ts';
import { canRunAs, childrenOf, type Product, parentOf, startProduct } from './support/processes.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65534;
const parent = mkdtempSync(join(tmpdir(), 'kinodex embedded '));
chmodSync(parent, 0o755);
const leftovers: string[] = [parent];
const products: Product[] = [];
afterAll(async () => {
  await Promise.all(products.map((product) => product.end('SIGKILL')));
  for (const path of leftovers) rmSync(path, { recursive: true, force: true });
});

const start = (dataFolder: string, uid?: number): Product => {
  const product = startProduct(dataFolder, uid);
  products.push(product);
  return product;
};

const postmasterOf = async (dataFolder: string): Promise<number> =>
  (await readPostmaster(join(dataFolder, 'postgres')))?.pid ?? 0;

/** Starts a product and waits until it answers. */
const startReady = async (dataFolder: string, uid?: number) => {
  const product = start(dataFolder, uid);
  const said = await product.said();
  expect(said.failed).toBeUndefined();
  if (said.connection) leftovers.push(said.connection.host);
  return { ...product, ...said, postmaster: await postmasterOf(dataFolder) };
};

describe('the product with its own database, in a path with spaces', () => {
  const dataFolder = join(parent, 'my data');

  it('starts, stops on SIGTERM and leaves nothing running', async () => {
    const first = await startReady(dataFolder);
    expect(await first.end('SIGTERM')).toBe(0);
    expect(isAlive(first.postmaster)).toBe(false);
  });

  it('starts again; a second product ends and names its pid, a tool joins', async () => {
    const first = await startReady(dataFolder);
    expect(first.starts).toBe(2);

    const second = start(dataFolder);
    expect((await second.said()).failed).toContain(`(pid ${first.pid})`);
    expect(await second.exited).toBe(1);

    const tool = await openDatabase({ dataFolder, role: 'tool', log: silentLog, poolSize: 1 });
    expect((await tool.query('select count(*) as count from starts')).rows).toEqual([{ count: 2 }]);
    await tool.close();
    expect(isAlive(first.postmaster)).toBe(true);
    await first.end('SIGKILL');
  });

  it('answers after kill -9 of the product, with nothing lost', async () => {
    const next = await startReady(dataFolder);
    expect(next.starts).toBe(3);
    await next.end('SIGKILL');
  });

  it.skipIf(process.platform !== 'linux')('ends an orphaned server and answers', async () => {
    const first = await startReady(dataFolder);
    const shell = parentOf(first.postmaster);
    const helpers = childrenOf(shell).filter((pid) => pid !== first.postmaster);
    // The helper before its `cat`, or it would take the end of that for the end of the product.
    for (const pid of [...helpers, ...helpers.flatMap(childrenOf), shell]) process.kill(pid, 'SIGSTOP');
    for (const pid of [...helpers, ...helpers.flatMap(childrenOf), shell]) process.kill(pid, 'SIGKILL');
    await first.end('SIGKILL');
    expect(isAlive(first.postmaster)).toBe(true);

    const next = await startReady(dataFolder);
    expect(next.starts).toBe(5);
    expect(next.postmaster).not.toBe(first.postmaster);
    expect(isAlive(first.postmaster)).toBe(false);
    await next.end('SIGTERM');
  });

  it('of two first starts at once one runs and one names it', async () => {
    const both = [start(join(parent, 'two')), start(join(parent, 'two'))];
    const said = await Promise.all(both.map((product) => product.said()));
    expect(said.filter(({ ready }) => ready !== undefined)).toHaveLength(1);
    const winner = both[said.findIndex(({ ready }) => ready !== undefined)];
    expect(said.find(({ failed }) => failed)?.failed).toContain(`(pid ${winner?.pid})`);
    leftovers.push(said.find(({ connection }) => connection)?.connection?.host ?? parent);
    await winner?.end('SIGTERM');
  });
});

describe('as an ordinary user', () => {
  const open = isRoot && canRunAs(nobody);
  const reason = open
    ? ''
    : ` (skipped: ${isRoot ? 'this clone is closed to other users' : 'the other tests run as one'})`;
  it.skipIf(!open)(`starts twice${reason}`, async () => {
    const dataFolder = join(parent, 'ordinary');
    mkdirSync(dataFolder);
    chownSync(dataFolder, nobody, nobody);
    for (const starts of [1, 2]) {
      const product = await startReady(dataFolder, nobody);
      expect(product.starts).toBe(starts);
      expect(await product.end('SIGTERM')).toBe(0);
      await expect.poll(() => isAlive(product.postmaster)).toBe(false);
    }
    // What a user made, root goes on with.
    const asRoot = await startReady(dataFolder);
    expect(asRoot.starts).toBe(3);
    await asRoot.end('SIGTERM');
  });
});
