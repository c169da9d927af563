import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Problem } from '#server/kernel/problem.ts';
import { makeFolder } from './folder.ts';

/** A socket that whoever holds the folder listens on: unlike a file with a pid it says by itself whether that is alive. */
const NAME = 'serving';

/** Another process holds the folder. */
export class FolderTaken extends Problem {
  override readonly name = 'FolderTaken';
}

const answers = async (path: string): Promise<boolean> => {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Null: nobody can listen there, or somebody has been there. */
const listenAt = async (path: string) => {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    await once(server.listen(path), 'listening');
    return server;
  } catch {
    return null;
  }
};

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
  if (server === null) {
    if (await answers(path)) {
      await place.close();
      throw new FolderTaken('another node serves with this folder; give each a folder of its own, or stop that one');
    }
    // Of one that was killed.
    await rm(path, { force: true }).catch(() => {});
    server = await listenAt(path);
  }
  return async () => {
    if (server !== null) await new Promise((resolve) => server.close(resolve));
    await place.close();
  };
};
