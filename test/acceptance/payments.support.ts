import type { Served } from '#test/support/cli.ts';

/** What buyers ask of a product that runs as a process of its own. */

export const CONFIRMED = { code: 200, data: 'Payment completed' };

export const ask = async <Data>(node: Served, path: string, token: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers };
  const answer = await fetch(node.url + path, { ...init, headers });
  return (await answer.json()) as { readonly code: number; readonly data: Data; readonly reason?: string };
};

/** The session of an account with the password of these tests. */
export const signIn = async (node: Served, email: string): Promise<string> => {
  const body = JSON.stringify({ email, password: 'a password' });
  return (await ask<{ token: string }>(node, '/api/auth/signin', '', { method: 'POST', body })).data.token;
};

/** Buys a month of Basic; under one key for all tries of a buyer. */
export const buy = (node: Served, buyer: string) => {
  const cart = { headers: { 'idempotency-key': 'one cart' }, body: '[{"idProduct":2,"period":1}]' };
  return ask<{ link: string }>(node, '/api/user/purchase', buyer, { method: 'POST', ...cart });
};

export const confirm = (node: Served, buyer: string, order: string) =>
  ask<string>(node, `/api/user/purchase-success?token=${order}`, buyer);

/** Requests a minute, as the buyer's token has them now. */
export const limitOf = async (node: Served, buyer: string) => {
  const { token } = (await ask<{ token: string }>(node, '/api/user/token', buyer)).data;
  return (await ask<{ limit: number }>(node, '/api/v1/usage', token)).data.limit;
};

/** How the buyer's payments stand. */
export const statusesOf = async (node: Served, buyer: string) =>
  (await ask<{ status: string }[]>(node, '/api/user/payments', buyer)).data.map(({ status }) => status);
