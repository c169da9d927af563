import { once } from 'node:events';
import { mkdir, open, rm, rmdir, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#server/kernel/problem.ts';
import { makeFolder } from './folder.ts';

/** A socket that whoever holds the folder listens on: unlike a file with a pid it says by itself whether that is alive. */
const NAME = 'serving';

const TAKEN = 'EADDRINUSE';

/** Ms: a turn takes a few; one that lasts longer was left by a process that was killed in it. */
const LONGEST_TURN = 2_000;
const LOOK = 20;

/** Another process holds the folder. */
export class FolderTaken extends Problem {
  override readonly name = 'FolderTaken';
}

/** Nobody answers at the socket of a process that has ended; whatever else keeps one from asking says nothing of that. */
const isLeft = async (path: string): Promise<boolean> => {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
};

/** One process at a time looks and listens: of two that find a socket left, the second would take away that of the first. */
const inTurn = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  const turn = join(folder, `${NAME}.turn`);
  for (let waited = 0; waited < LONGEST_TURN; waited += LOOK) {
    const code = await mkdir(turn).then(
      () => '',
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code !== 'EEXIST') break;
    await pause(LOOK);
  }
  try {
    return await work();
  } finally {
    await rmdir(turn).catch(() => {});
  }
};

/** The code of the failure where one cannot listen. */
const listenAt = async (path: string) => {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    await once(server.listen(path), 'listening');
    return server;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  }
};

const isSocket = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isSocket(),
    () => false,
  );

const openFolder = async (folder: string) => {
  try {
    makeFolder(folder);
    return await open(folder, 'r');
  } catch {
    return null;
  }
};

/**
 * Keeps a folder from other processes of this machine, those in its containers included, until it is released or this
 * process ends. Where it takes no sockets (a share, a full disk) it is held from nobody. @throws FolderTaken
 */
export const holdFolder = async (folder: string): Promise<() => Promise<void>> => {
  // Its own path may be longer than the address of a socket can be.
  const place = await openFolder(folder);
  if (place === null) return async () => {};
  const path = process.platform === 'linux' ? `/proc/self/fd/${place.fd}/${NAME}` : join(folder, NAME);
  const server = await inTurn(folder, async () => {
    const first = await listenAt(path);
    if (first !== TAKEN || !(await isLeft(path))) return first;
    await rm(path).catch(() => {});
    return listenAt(path);
  });
  if (server === TAKEN && (await isSocket(path))) {
    await place.close();
    throw new FolderTaken('another node serves with this folder; give each a folder of its own, or stop that one');
  }
  return async () => {
    if (typeof server !== 'string') await new Promise((resolve) => server.close(resolve));
    await place.close();
  };
};
