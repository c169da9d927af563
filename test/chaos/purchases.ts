import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Call } from './client.ts';
import { dataOf } from './people.ts';

export interface Purchase {
  /** What it is known by however often it is sent. */
  readonly key: string;
  order: string | null;
  done: boolean;
}

type Ask = (call: Call) => Promise<Answer>;

/** For which a buyer goes on trying, and ms between two tries. */
const [PATIENCE, AGAIN] = [90_000, 500];

/** As a program does it that was told how: what had no good answer is sent again, under the same name. */
const insist = async (ask: Ask, call: Call): Promise<Answer> => {
  const began = performance.now();
  for (;;) {
    const answer = await ask(call);
    if (answer.expected || performance.now() - began > PATIENCE) return answer;
    await pause(AGAIN);
  }
};

/** Buys a product to the end, and confirms what was paid on two connections at once. */
export const buying = async (ask: Ask, token: string, purchase: Purchase): Promise<void> => {
  const begun = await insist(ask, {
    ...{ kind: 'purchase', method: 'POST', path: '/api/user/purchase', token },
    headers: { 'idempotency-key': purchase.key },
    body: [{ idProduct: 2, period: 1 }],
  });
  if (!begun.expected) return;
  const order = new URL(dataOf<{ readonly link: string }>(begun.body).link).searchParams.get('token') ?? '';
  purchase.order = order;
  await insist(ask, {
    kind: 'approve',
    method: 'POST',
    path: `/sandbox/checkout/${order}/approve`,
    expected: [303, 302],
  });
  const confirm = () => insist(ask, { kind: 'confirm', path: `/api/user/purchase-success?token=${order}`, token });
  const both = await Promise.all([confirm(), confirm()]);
  purchase.done = both.every(({ expected }) => expected);
};
