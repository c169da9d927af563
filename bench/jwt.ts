/**
 * What checking a session token takes, against the HMAC of the same bytes alone: node bench/jwt.ts
 * Kept: <= 2 x.
 */
import { createHmac } from 'node:crypto';
import { readToken, sessionKey, signClaims } from '#server/modules/accounts/session.rules.ts';
import { percentile } from './load.ts';

const CALLS = 50_000;
const ROUNDS = 9;
const MOST = 2;

const key = sessionKey('a secret of benchmarks that is long enough');
const now = Math.floor(Date.now() / 1_000);
const token = signClaims(
  { exp: now + 3_600, iat: now, sub: '4711', role: 'USER', sid: 'abcdefghijklmnop', ver: 1 },
  key,
);
const signed = token.slice(0, token.lastIndexOf('.'));

/** Nanoseconds a call. */
const timed = (work: () => unknown): number => {
  const began = performance.now();
  for (let n = 0; n < CALLS; n += 1) work();
  return ((performance.now() - began) * 1e6) / CALLS;
};
const check = (): unknown => readToken(token, key, now);
const bare = (): unknown => createHmac('sha256', key).update(signed).digest('base64url');
if (typeof check() === 'string') throw new Error('the token is refused');

const times: (readonly [number, number])[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const pair = [timed(check), timed(bare)] as const;
  if (round >= 0) times.push(pair);
}
const ratios = times.map(([ours, alone]) => ours / alone);
const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => percentile(ratios, share)) as [number, number, number];
const of = (at: 0 | 1): string =>
  percentile(
    times.map((pair) => pair[at]),
    0.5,
  ).toFixed(0);
console.log(`checking a session token: ${of(0)} ns, its HMAC alone ${of(1)} ns`);
console.log(
  `token against HMAC ${ratio.toFixed(2)} (gate ${MOST}: ${ratio <= MOST ? 'holds' : 'MISSED'}; middle half ${low.toFixed(2)} to ${high.toFixed(2)})`,
);
if (ratio > MOST) process.exitCode = 1;
