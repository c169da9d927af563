import type { Server, Socket } from 'node:net';

/**
 * Knows the connections of a server on which nothing was ever sent, such as browsers open ahead of a call: Node.js takes
 * them for ones whose call is on its way, and would wait for it. Call it before the server listens; what it returns cuts them.
 */
export const watchSilent = (server: Server): (() => void) => {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
};
