/** Ms that a Redis takes to answer. Fails with what the client says, or with the signal's reason. */
export const pingRedis = async (url: string, signal: AbortSignal): Promise<number> => {
  // Most servers never ask for this.
  const { createClient } = await import('@redis/client');
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  const end = (): void => {
    if (client.isOpen) client.destroy();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    const asked = performance.now();
    await client.sendCommand(['PING']);
    return performance.now() - asked;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
};
