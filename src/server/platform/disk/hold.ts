import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Problem } from '#server/kernel/problem.ts';
import { makeFolder } from './folder.ts';

/** A socket that whoever holds the folder listens on: unlike a file with a pid it says by itself whether that is alive. */
const NAME = 'serving';

const TAKEN = 'EADDRINUSE';

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

/**
 * Takes away the socket of a process that was killed. Another one may have done so meanwhile and listen there itself: its
 * socket is put back.
 */
const clear = async (path: string): Promise<boolean> => {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    const left = await isLeft(aside);
    if (!left) await link(aside, path);
    await rm(aside);
    return left;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
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
  let server = await listenAt(path);
  if (server === TAKEN && (await isLeft(path)) && (await clear(path))) server = await listenAt(path);
  if (server === TAKEN && (await isSocket(path))) {
    await place.close();
    throw new FolderTaken('another node serves with this folder; give each a folder of its own, or stop that one');
  }
  return async () => {
    if (typeof server !== 'string') await new Promise((resolve) => server.close(resolve));
    await place.close();
  };
};
