import { setTimeout as pause } from 'node:timers/promises';
import { worst } from './figures.ts';
import { dataOf, signIn } from './people.ts';
import { atMost, type Scenario } from './scenario.ts';

/** Ms within which another node has to know. */
const [KNOWN_MS, WITHOUT_BUS_MS] = [1_000, 5_000];
const [PAUSE_MS, GIVE_UP_MS] = [5, 20_000];
const EMAIL = 'buyer-0@example.org';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Asks a node with a token until it is no longer served. Answers ms since `from`. */
const refusedAfter = async (url: string, token: string, from: number): Promise<number> => {
  for (;;) {
    const status = await fetch(`${url}/api/v1/usage`, {
      headers: bearer(token),
      signal: AbortSignal.timeout(5_000),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    const ms = performance.now() - from;
    if (status !== 200 || ms > GIVE_UP_MS) return ms;
    await pause(PAUSE_MS);
  }
};

export const revoked: Scenario = {
  name: 'revoked',
  what: 'a token is replaced on one node and asked with on the other, also while that one hears nothing of the database',
  seconds: [40, 20],
  run: async ({ stack, client, short, note }) => {
    const { a, b } = stack;
    const session = await signIn(client, EMAIL);
    const own = async (): Promise<string> => {
      const answer = await fetch(`${a.url}/api/user/token`, { headers: bearer(session) });
      return dataOf<{ readonly token: string }>(await answer.text()).token;
    };
    const once = async (name: string, before: () => void): Promise<void> => {
      const token = await own();
      // Both know it before it goes.
      for (const node of [a, b]) await fetch(`${node.url}/api/v1/usage`, { headers: bearer(token) });
      before();
      const from = performance.now();
      const answer = await fetch(`${a.url}/api/user/invalidate-token`, { method: 'POST', headers: bearer(session) });
      if (!answer.ok) throw new Error(`the token was not replaced: ${answer.status} ${await answer.text()}`);
      note(name, await refusedAfter(b.url, token, from));
    };
    for (let round = 0; round < (short ? 5 : 20); round += 1) await once('refused in ms', () => {});
    try {
      await once('refused without the bus in ms', () => b.toPostgres.set('mute'));
    } finally {
      b.toPostgres.set('pass');
    }
    await stack.balancer.allUp(30_000);
  },
  judge: (figures) => [
    atMost('R20', 'until a replaced token is refused elsewhere', worst(figures, 'refused in ms'), KNOWN_MS, ' ms'),
    atMost(
      'R20',
      'until it is where nothing is heard of it',
      worst(figures, 'refused without the bus in ms'),
      WITHOUT_BUS_MS,
      ' ms',
    ),
  ],
};
