import { boundsOf, daysUpTo, isSettled, wentIn } from './days.rules.ts';
import type { Went } from './hours.rules.ts';
import type { AuditStorage, Stretch } from './storage.ts';

export interface Days {
  readonly asOf: Date;
  readonly all: Went;
  /** The oldest first. */
  readonly days: readonly (Went & { readonly date: string })[];
}

interface Parts {
  readonly stretches: AuditStorage['stretches'];
  readonly now: () => Date;
  readonly days: number;
  /** Milliseconds for which what was read is told again. */
  readonly lasts: number;
}

/** How the last days went. What is over is read once; nobody who asks meanwhile has it read again. */
export const createDays = ({ stretches, now, days, lasts }: Parts): (() => Promise<Days>) => {
  const settled = new Map<string, readonly Stretch[]>();
  let known: Days | null = null;
  let reading: Promise<Days> | null = null;

  const read = async (): Promise<Days> => {
    const asOf = now();
    const dates = daysUpTo(asOf, days);
    for (const day of settled.keys()) if (!dates.includes(day)) settled.delete(day);
    const found: (readonly Stretch[])[] = [];
    for (const day of dates) {
      const one = settled.get(day) ?? (await stretches(boundsOf(day, asOf)));
      if (isSettled(day, asOf)) settled.set(day, one);
      found.push(one);
    }
    known = {
      asOf,
      all: wentIn(found),
      days: dates.map((date, at) => ({ date, ...wentIn([found[at] ?? []]) })),
    };
    return known;
  };

  return async () => {
    if (known && now().getTime() - known.asOf.getTime() < lasts) return known;
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
};
