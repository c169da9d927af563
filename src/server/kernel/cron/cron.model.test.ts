import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ALWAYS, NOW } from './cron.fixture.ts';
import { type CronBounds, readCron, taskCronProblem } from './cron.ts';

/** What a part of a field looks like, and which numbers it means. */
interface Term {
  readonly text: string;
  readonly has: (value: number) => boolean;
}
const anything: Term = { text: '*', has: () => true };

/** Numbers of a field. The weight is of all of them; `begin` is where a step of all begins. */
const terms = (
  min: number,
  max: number,
  weight: number,
  begin = min,
  fold = (value: number): number => value,
): fc.Arbitrary<Term> => {
  const value = fc.integer({ min, max });
  const within = (test: (value: number) => boolean) => (wanted: number) =>
    Array.from({ length: max - min + 1 }, (_, at) => min + at).some(
      (each) => fold(each) === fold(wanted) && test(each),
    );
  return fc.oneof(
    { weight, arbitrary: fc.constant(anything) },
    { weight: 2, arbitrary: value.map((a) => ({ text: `${a}`, has: within((each) => each === a) })) },
    fc
      .integer({ min: 1, max: 12 })
      .map((by) => ({ text: `*/${by}`, has: within((each) => each >= begin && (each - begin) % by === 0) })),
    fc
      .tuple(value, fc.integer({ min: 1, max: 12 }))
      .map(([a, by]) => ({ text: `${a}/${by}`, has: within((each) => each >= a && (each - a) % by === 0) })),
    fc.tuple(value, value).map(([a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      // 7 as the first of a range would be the day before Monday.
      return max === 7 && from === 7
        ? anything
        : { text: `${from}-${to}`, has: within((each) => each >= from && each <= to) };
    }),
    fc.tuple(value, value).map(([a, b]) => ({ text: `${a},${b}`, has: within((each) => each === a || each === b) })),
  );
};

interface Day {
  readonly day: number;
  readonly length: number;
  /** 1 (Monday) to 7. */
  readonly weekday: number;
}
type DayTerm = { readonly text: string; readonly has: (day: Day) => boolean };
const weekdayOf = ({ day, weekday }: Day, other: number): number => ((((weekday - 1 + other - day) % 7) + 7) % 7) + 1;
const working = (at: Day): number[] =>
  Array.from({ length: at.length }, (_, index) => index + 1).filter((other) => weekdayOf(at, other) < 6);

const monthDays: fc.Arbitrary<DayTerm> = fc.oneof(
  { weight: 6, arbitrary: terms(1, 31, 30).map(({ text, has }) => ({ text, has: ({ day }: Day) => has(day) })) },
  fc.integer({ min: 0, max: 30 }).map((before) => ({
    text: before === 0 ? 'L' : `L-${before}`,
    has: ({ day, length }: Day) => day === length - before,
  })),
  fc.constant({ text: 'LW', has: (at: Day) => at.day === working(at).at(-1) }),
  fc.integer({ min: 1, max: 31 }).map((day) => ({
    text: `${day}W`,
    has: (at: Day) =>
      day <= at.length && working(at).sort((a, b) => Math.abs(a - day) - Math.abs(b - day))[0] === at.day,
  })),
);
const weekDays: fc.Arbitrary<DayTerm> = fc.oneof(
  {
    weight: 14,
    arbitrary: terms(0, 7, 30, 1, (value) => (value === 0 ? 7 : value)).map(({ text, has }) => ({
      text,
      has: ({ weekday }: Day) => has(weekday),
    })),
  },
  fc.integer({ min: 1, max: 7 }).map((wanted) => ({
    text: `${wanted}L`,
    has: ({ day, length, weekday }: Day) => weekday === wanted && day + 7 > length,
  })),
  fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 })).map(([wanted, nth]) => ({
    text: `${wanted}#${nth}`,
    has: ({ day, weekday }: Day) => weekday === wanted && Math.ceil(day / 7) === nth,
  })),
);

/** Only every 15th second is looked at. */
const GRAIN = 15;
const seconds = fc.constantFrom<Term>(
  { text: '0', has: (value) => value === 0 },
  { text: '*/15', has: () => true },
  { text: '30/15', has: (value) => value >= 30 },
  { text: '0,45', has: (value) => value === 0 || value === 45 },
);

const pad = (value: number): string => String(value).padStart(2, '0');
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: value });
const times = seldom(
  fc
    .integer({ min: 0, max: 86_400 / GRAIN - 1 })
    .map((at) => `${pad(Math.floor(at / 240))}:${pad(Math.floor(at / 4) % 60)}:${pad((at % 4) * GRAIN)}`),
);

/** Times around which clocks change, or the year, or nothing. */
const places = fc.constantFrom(
  ['Europe/Madrid', '2026-03-29T01:00:00Z'],
  ['Europe/Madrid', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['America/Sao_Paulo', '2018-02-18T02:00:00Z'],
  ['Africa/Cairo', '2025-04-24T22:00:00Z'],
  ['Africa/Cairo', '2025-10-30T21:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Asia/Kathmandu', '2026-12-31T18:15:00Z'],
  ['UTC', '2028-02-29T00:00:00Z'],
);

const DAY = 86_400_000;
interface Today extends Day {
  readonly date: string;
  readonly month: number;
}
const dates = new Map<number, Today>();
const dateOf = (number: number): Today => {
  const known = dates.get(number);
  if (known) return known;
  const date = new Date(number * DAY).toISOString().slice(0, 10);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const weekday = new Date(number * DAY).getUTCDay() || 7;
  const made = { date, month, day, weekday, length: new Date(Date.UTC(year, month, 0)).getUTCDate() };
  dates.set(number, made);
  return made;
};

/** The clock of the place, as if it were UTC's. Every quarter of an hour it is asked, in between counted. */
const clocks = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const quarters = new Map<number, number>();
  return (moment: number): number => {
    const quarter = Math.floor(moment / 900_000) * 900_000;
    const shown = quarters.get(quarter) ?? Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`);
    quarters.set(quarter, shown);
    return shown + moment - quarter;
  };
};

it('agrees with looking at the clock all the time', () => {
  const hours = (count: number): number => count * 3_600_000;
  let some = 0;
  fc.assert(
    fc.property(
      fc.tuple(seconds, terms(0, 59, 6), terms(0, 23, 6), monthDays, terms(1, 12, 20), weekDays),
      places,
      fc.integer({ min: -hours(40) / 1000, max: hours(20) / 1000 }),
      times,
      times,
      seldom(fc.integer({ min: -2, max: 2 })),
      seldom(fc.integer({ min: -2, max: 2 })),
      (
        [second, minute, hour, day, month, weekday],
        [zone = '', around = ''],
        aside,
        startupTime,
        shutdownTime,
        first,
        last,
      ) => {
        const day0 = Date.parse(around);
        const dayAside = (days: number | null): string | null =>
          days === null ? null : new Date(day0 + DAY * days).toISOString().slice(0, 10);
        const bounds: CronBounds = {
          startupTime,
          shutdownTime,
          startupDate: dayAside(first),
          shutdownDate: dayAside(last),
        };
        const local = clocks(zone);
        const fires = (shown: number): boolean => {
          const inDay = (shown % DAY) / 1000;
          const [h, m, s] = [Math.floor(inDay / 3600), Math.floor(inDay / 60) % 60, inDay % 60];
          if (!(second.has(s) && minute.has(m) && hour.has(h))) return false;
          const today = dateOf(Math.floor(shown / DAY));
          if (![month.has(today.month), day.has(today), weekday.has(today)].every(Boolean)) return false;
          const time = [h, m, s].map(pad).join(':');
          const [from, to] = [startupTime ?? '00:00:00', shutdownTime ?? '23:59:59'];
          const inTime = from <= to ? time >= from && time <= to : time >= from || time <= to;
          return inTime && today.date >= (bounds.startupDate ?? '') && today.date <= (bounds.shutdownDate ?? '9');
        };
        const after = day0 + aside * 1000;
        const end = after + hours(60);
        // What the clock has shown before is over, whenever that was.
        let shown = 0;
        let wanted: number | null = null;
        const begin = Math.ceil((after - hours(27)) / (GRAIN * 1000)) * GRAIN * 1000;
        for (let moment = begin; moment <= end && wanted === null; moment += GRAIN * 1000) {
          const now = local(moment);
          if (now <= shown) continue;
          shown = now;
          if (moment > after && fires(now)) wanted = moment;
        }
        if (wanted !== null) some += 1;
        const read = readCron(
          [second, minute, hour, day, month, weekday].map(({ text }) => text).join(' '),
          zone,
          bounds,
        );
        if ('problem' in read) throw new Error(read.problem.reason);
        const found = read.next(new Date(after))?.getTime() ?? null;
        expect(found !== null && found <= end ? found : null).toBe(wanted);
      },
    ),
    { numRuns: 100 },
  );
  expect(some).toBeGreaterThan(20);
});

it('finds out what fires too often like somebody with a stopwatch', () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 4 });
  const hours = fc.constantFrom('0', '23', '0,23', '*/6');
  fc.assert(
    fc.property(some, some, hours, times, times, (second, minute, hour, startupTime, shutdownTime) => {
      const expression = `${second} ${minute} ${hour} * * *`;
      const bounds: CronBounds = { ...ALWAYS, startupTime, shutdownTime };
      const read = readCron(expression, 'UTC', bounds);
      if ('problem' in read) throw new Error(read.problem.reason);
      let closest = Number.POSITIVE_INFINITY;
      let last: Date | null = null;
      const end = NOW.getTime() + 2 * DAY;
      for (let at = read.next(NOW); at !== null && at.getTime() < end && closest >= 10_000; at = read.next(at)) {
        if (last !== null) closest = Math.min(closest, at.getTime() - last.getTime());
        last = at;
      }
      const problem = taskCronProblem(expression, 'UTC', bounds, NOW);
      expect(problem?.code ?? null).toBe(last === null ? 'cron_never' : closest < 10_000 ? 'cron_too_frequent' : null);
    }),
    { numRuns: 40 },
  );
});
