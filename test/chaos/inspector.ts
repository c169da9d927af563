import { setTimeout as pause } from 'node:timers/promises';

const OPEN_MS = 10_000;
/** How long V8 has for giving back the pages of what was collected. */
const SETTLE_MS = 500;

/** What a process still holds once nothing is kept that nobody can reach. */
export interface Held {
  /** MB of memory. */
  readonly memory: number;
  /** MB of what JavaScript holds. */
  readonly heap: number;
  /** Sockets, timers and the like that are open. */
  readonly handles: number;
}

const addressOf = async (port: number): Promise<string> => {
  const until = performance.now() + OPEN_MS;
  for (;;) {
    try {
      const list = await fetch(`http://127.0.0.1:${port}/json`);
      const [target] = (await list.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await pause(50);
  }
};

const STATE = `JSON.stringify({ memory: process.memoryUsage.rss() / 2 ** 20, heap: process.memoryUsage().heapUsed / 2 ** 20,
  handles: process.getActiveResourcesInfo().length })`;

/** Has a process of Node.js collect, and tells what it holds then. Its inspector opens at the port that it was started with. */
export const collect = async (pid: number, port: number): Promise<Held> => {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await addressOf(port));
  const failed = new Promise<never>((_, reject) =>
    socket.addEventListener('error', () => reject(new Error('the inspector has gone'))),
  );
  await Promise.race([new Promise((resolve) => socket.addEventListener('open', resolve)), failed]);
  const ask = (id: number, method: string, params = {}): Promise<{ readonly result: { readonly value?: string } }> => {
    const answer = new Promise<{ readonly result: { readonly value?: string } }>((resolve) =>
      socket.addEventListener('message', ({ data }) => {
        const told = JSON.parse(String(data)) as {
          readonly id?: number;
          readonly result: { result: { value?: string } };
        };
        if (told.id === id) resolve(told.result);
      }),
    );
    socket.send(JSON.stringify({ id, method, params }));
    return Promise.race([answer, failed]);
  };
  try {
    await ask(1, 'HeapProfiler.collectGarbage');
    await pause(SETTLE_MS);
    const { result } = await ask(2, 'Runtime.evaluate', { expression: STATE });
    return JSON.parse(result.value ?? '{}') as Held;
  } finally {
    socket.close();
  }
};
