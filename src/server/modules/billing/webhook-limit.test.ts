import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '#server/kernel/failure.ts';
import { createWebhookLimit, type WebhookLimit } from './webhook-limit.ts';

const MINUTE = 60_000;
const PAYPAL = '198.51.100.1';
let at = Date.UTC(2026, 0, 1);
let limit: WebhookLimit;
beforeEach(() => {
  limit = createWebhookLimit({ now: () => new Date(at) });
});
const networkOf = (n: number): string => `10.0.${n >> 8}.${n & 255}`;
/** How many of so many messages the provider is asked about. */
const asked = (many: number, from: (n: number) => readonly [ip: string, purchaseId: number]): number =>
  Array.from({ length: many }, (_, n) => limit.ask(...from(n))).filter((wait) => wait === 0).length;

describe('messages that are not proved', () => {
  it('about one order are asked about twenty times a minute, about others still', () => {
    expect(asked(100, (n) => [networkOf(n), 1])).toBe(20);
    expect(limit.ask(networkOf(200), 2)).toBe(0);
    at += MINUTE - 1_000;
    expect(limit.ask(networkOf(201), 1)).toBe(1);
    at += 1_000;
    expect(asked(100, (n) => [networkOf(n), 1])).toBe(20);
  });

  it('of one network are asked about sixty times, of another still, and take nothing from the orders they name', () => {
    expect(asked(100, (n) => [networkOf(0), n])).toBe(60);
    expect(asked(100, () => [networkOf(0), 7])).toBe(0);
    expect(asked(100, (n) => [networkOf(n + 1), 99])).toBe(20);
  });

  it('that are refused about one order leave their network room for others', () => {
    expect(asked(500, () => [PAYPAL, 1])).toBe(20);
    expect(asked(100, (n) => [PAYPAL, n + 2])).toBe(40);
  });

  it('are asked about three hundred times in all, but for networks that a proved one came from', () => {
    expect(limit.ask(PAYPAL, 0)).toBe(0);
    limit.prove(PAYPAL, 0);
    expect(asked(1_000, (n) => [networkOf(n), n])).toBe(300);
    expect(limit.ask(networkOf(2_000), 2_000)).toBe(60);
    expect(limit.ask(PAYPAL, 2_000)).toBe(0);
  });
});

it('proved messages of a busy shop are never held up, however many', () => {
  for (let purchaseId = 0; purchaseId < 5_000; purchaseId++) {
    expect(limit.ask(PAYPAL, purchaseId)).toBe(0);
    limit.prove(PAYPAL, purchaseId);
  }
});

it('beyond three thousand a minute of one network nothing is looked up', () => {
  for (let n = 0; n < 3_000; n++) limit.arrive(networkOf(0));
  expect(() => limit.arrive(networkOf(0))).toThrow(Failure);
  expect(() => limit.arrive(networkOf(1))).not.toThrow();
  at += MINUTE;
  expect(() => limit.arrive(networkOf(0))).not.toThrow();
});
