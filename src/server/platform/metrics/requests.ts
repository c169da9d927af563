import { Counter, Histogram, type Registry } from 'prom-client';

/** Seconds up to which an answer falls into each bucket; the last one takes all others. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Addresses that no route has: callers choose them, so they are one. */
const NO_ROUTE = 'none';
const OTHER_METHOD = 'other';

/** Of one method at one route: answers by the first digit of their code, and by the time that they took. */
interface Slot {
  readonly method: string;
  readonly route: string;
  readonly classes: Float64Array;
  readonly buckets: Float64Array;
  seconds: number;
}

const newSlot = (method: string, route: string): Slot => ({
  ...{ method, route, seconds: 0 },
  classes: new Float64Array(6),
  buckets: new Float64Array(BUCKETS.length + 1),
});

const DURATION = 'kinodex_http_request_duration_seconds';

interface Line {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** A histogram whose figures are kept elsewhere. */
class KeptHistogram extends Histogram {
  readonly #slots: () => Iterable<Slot>;
  constructor(registry: Registry, slots: () => Iterable<Slot>) {
    super({
      name: DURATION,
      help: 'How long answers under /api took until they were ready to go out.',
      buckets: BUCKETS,
      registers: [registry],
    });
    this.#slots = slots;
  }

  /** What the registry writes down. */
  getForPromString() {
    const values: Line[] = [];
    for (const { method, route, buckets, seconds } of this.#slots()) {
      let count = 0;
      for (const [i, held] of buckets.entries()) {
        count += held;
        values.push({
          metricName: `${DURATION}_bucket`,
          labels: { method, route, le: BUCKETS[i] ?? '+Inf' },
          value: count,
        });
      }
      values.push({ metricName: `${DURATION}_sum`, labels: { method, route }, value: seconds });
      values.push({ metricName: `${DURATION}_count`, labels: { method, route }, value: count });
    }
    return { name: DURATION, help: 'How long answers under /api took.', type: 'histogram', values };
  }
}

/**
 * Counts answers by method, route and class of their code. A note is two look-ups and three additions; the labels are made
 * when somebody asks.
 */
export const countRequests = (registry: Registry, routes: readonly string[]) => {
  const of = new Map<string, Map<string, Slot>>();
  for (const route of [...routes, NO_ROUTE]) of.set(route, new Map());
  const none = of.get(NO_ROUTE) ?? new Map<string, Slot>();

  const slots = function* (): Iterable<Slot> {
    for (const byMethod of of.values()) yield* byMethod.values();
  };
  new KeptHistogram(registry, slots);
  new Counter({
    name: 'kinodex_http_requests_total',
    help: 'Answers under /api, by the class of their code.',
    labelNames: ['method', 'route', 'class'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { method, route, classes } of slots())
        for (const [digit, count] of classes.entries())
          if (count > 0) this.inc({ method, route, class: `${digit}xx` }, count);
    },
  });

  return {
    record: (method: string, path: string, code: number, ms: number): void => {
      const route = of.get(path);
      const byMethod = route ?? none;
      let slot = byMethod.get(method);
      if (!slot) {
        const known = METHODS.includes(method) ? method : OTHER_METHOD;
        slot = byMethod.get(known) ?? newSlot(known, route ? path : NO_ROUTE);
        byMethod.set(known, slot);
      }
      const digit = Math.min(5, Math.floor(code / 100));
      slot.classes[digit] = (slot.classes[digit] ?? 0) + 1;
      let i = 0;
      const seconds = ms / 1000;
      while (i < BUCKETS.length && seconds > (BUCKETS[i] ?? 0)) i += 1;
      slot.buckets[i] = (slot.buckets[i] ?? 0) + 1;
      slot.seconds += seconds;
    },
  };
};
