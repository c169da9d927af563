import type { CronField, CronProblem } from './types.ts';

/** Longer ones are refused before anything of them is looked at. */
const LONGEST = 120;

/** Days that no number names: `L-n`, `LW`, `15W`, and of weekdays `5L`, `MON#1`. Weekdays are 1 (Monday) to 7. */
export type DayRule =
  | { readonly kind: 'last'; readonly before: number }
  | { readonly kind: 'lastWorkday' }
  | { readonly kind: 'nearest'; readonly day: number }
  | { readonly kind: 'lastOf'; readonly weekday: number }
  | { readonly kind: 'nth'; readonly weekday: number; readonly nth: number };

/** An expression as sets of numbers, each in ascending order. */
export interface Fields {
  readonly second: readonly number[];
  readonly minute: readonly number[];
  readonly hour: readonly number[];
  readonly dayOfMonth: readonly number[];
  readonly month: readonly number[];
  readonly dayOfWeek: readonly number[];
  readonly dayRules: readonly DayRule[];
  readonly weekdayRules: readonly DayRule[];
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const numbered = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    names.flatMap((name, at) => [
      [name.toUpperCase(), at + 1],
      [name.slice(0, 3).toUpperCase(), at + 1],
    ]),
  );

interface Part {
  readonly field: CronField;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly names?: ReadonlyMap<string, number>;
}

const PARTS: readonly Part[] = [
  { field: 'second', label: 'second', min: 0, max: 59 },
  { field: 'minute', label: 'minute', min: 0, max: 59 },
  { field: 'hour', label: 'hour', min: 0, max: 23 },
  { field: 'dayOfMonth', label: 'day of month', min: 1, max: 31 },
  { field: 'month', label: 'month', min: 1, max: 12, names: numbered(MONTHS) },
  { field: 'dayOfWeek', label: 'day of week', min: 0, max: 7, names: numbered(WEEKDAYS) },
];

const MACROS: ReadonlyMap<string, string> = new Map([
  ['@YEARLY', '0 0 0 1 1 *'],
  ['@ANNUALLY', '0 0 0 1 1 *'],
  ['@MONTHLY', '0 0 0 1 * *'],
  ['@WEEKLY', '0 0 0 * * 0'],
  ['@DAILY', '0 0 0 * * *'],
  ['@MIDNIGHT', '0 0 0 * * *'],
  ['@HOURLY', '0 0 * * * *'],
]);

/** What is wrong, for people; numbers and rules otherwise. */
type Outcome<T> = T | string;

const number = ({ min, max, names }: Part, text: string): Outcome<number> => {
  const value = names?.get(text) ?? (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);
  if (Number.isNaN(value))
    return text === '' ? 'a number is missing' : `'${text}' is no number${names ? ' or name' : ''}`;
  if (value > max) return `${value} is over ${max}`;
  return value < min ? `${value} is under ${min}` : value;
};

const plain = (part: Part, text: string): Outcome<number[]> => {
  const [range = '', by, more] = text.split('/');
  if (more !== undefined) return `'${text}' has more than one step`;
  if (by !== undefined && !/^0*[1-9]\d{0,8}$/.test(by)) return `the step '${by}' is no number from 1`;
  const week = part.field === 'dayOfWeek';
  let from: Outcome<number>;
  let to: Outcome<number>;
  if (range === '*') {
    from = week ? 1 : part.min;
    to = part.max;
  } else {
    const [first = '', last, other] = range.split('-');
    if (other !== undefined) return `'${range}' is no range`;
    from = number(part, first);
    to = last === undefined ? (by === undefined ? from : part.max) : number(part, last);
    // Sunday as the first of a range is the day before Monday.
    if (week && last !== undefined && from === 7) from = 0;
  }
  if (typeof from === 'string') return from;
  if (typeof to === 'string') return to;
  if (from > to) return `${range} ends before it begins`;
  const step = Math.min(by === undefined ? 1 : Number(by), 60);
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(week && value === 0 ? 7 : value);
  return values;
};

const ruleOfMonth = (part: Part, text: string): Outcome<DayRule> => {
  if (text === 'L') return { kind: 'last', before: 0 };
  if (text === 'LW') return { kind: 'lastWorkday' };
  const before = /^L-(.*)$/.exec(text)?.[1];
  if (before !== undefined)
    return /^0*([1-9]|[12]\d|30)$/.test(before)
      ? { kind: 'last', before: Number(before) }
      : `'${text}': after L- stands a number from 1 to 30`;
  if (!text.endsWith('W')) return `'${text}' is no day: L stands alone, or as L-3 or LW`;
  const day = number(part, text.slice(0, -1));
  return typeof day === 'string' ? day : { kind: 'nearest', day };
};

const ruleOfWeek = (part: Part, text: string): Outcome<DayRule> => {
  const [name = '', nth, more] = text.split('#');
  if (nth === undefined && !text.endsWith('L')) return `'${text}' is no day: L stands after a day, as in 5L`;
  const given = number(part, nth === undefined ? text.slice(0, -1) : name);
  if (typeof given === 'string') return given;
  const weekday = given === 0 ? 7 : given;
  if (nth === undefined) return { kind: 'lastOf', weekday };
  return more === undefined && /^[1-5]$/.test(nth)
    ? { kind: 'nth', weekday, nth: Number(nth) }
    : `'${text}': after # stands a number from 1 to 5`;
};

const isRule = ({ field, names }: Part, text: string): boolean => {
  if (names?.has(text)) return false;
  return (
    (field === 'dayOfMonth' && /[LW]/.test(text)) ||
    (field === 'dayOfWeek' && (text.includes('#') || text.endsWith('L')))
  );
};

const readPart = (part: Part, given: string): Outcome<{ values: number[]; rules: DayRule[] }> => {
  const days = part.field === 'dayOfMonth' || part.field === 'dayOfWeek';
  const values = new Set<number>();
  const rules: DayRule[] = [];
  for (const text of (days && given === '?' ? '*' : given).split(',')) {
    if (isRule(part, text)) {
      const rule = part.field === 'dayOfMonth' ? ruleOfMonth(part, text) : ruleOfWeek(part, text);
      if (typeof rule === 'string') return rule;
      rules.push(rule);
    } else {
      const some = plain(part, text);
      if (typeof some === 'string') return some;
      for (const value of some) values.add(value);
    }
  }
  return { values: [...values].sort((a, b) => a - b), rules };
};

const malformed = (reason: string, field: CronField | null = null): { readonly problem: CronProblem } => ({
  problem: { reason, field, code: 'cron_malformed' },
});

/** Reads an expression of six fields, of five (second 0), or a macro. */
export const readFields = (expression: string): Fields | { readonly problem: CronProblem } => {
  if (expression.length > LONGEST) return malformed(`it is longer than ${LONGEST} characters`);
  const text = expression.trim().toUpperCase();
  if (text === '') return malformed('it is empty');
  if (text.startsWith('@') && !MACROS.has(text))
    return malformed(`there is no ${text.toLowerCase()}, but ${[...MACROS.keys()].join(' ').toLowerCase()}`);
  const given = (MACROS.get(text) ?? text).split(/\s+/);
  if (given.length === 5) given.unshift('0');
  if (given.length !== PARTS.length)
    return malformed(
      `it has ${given.length} field${given.length === 1 ? '' : 's'} and not six: second, minute, hour, day of month, month, day of week (or five, without the second)`,
    );
  const values = new Map<CronField, readonly number[]>();
  const rules = new Map<CronField, readonly DayRule[]>();
  for (const [at, part] of PARTS.entries()) {
    const found = readPart(part, given[at] ?? '');
    if (typeof found === 'string') return malformed(`${part.label}: ${found}`, part.field);
    values.set(part.field, found.values);
    rules.set(part.field, found.rules);
  }
  const of = (field: CronField): readonly number[] => values.get(field) ?? [];
  return {
    second: of('second'),
    minute: of('minute'),
    hour: of('hour'),
    dayOfMonth: of('dayOfMonth'),
    month: of('month'),
    dayOfWeek: of('dayOfWeek'),
    dayRules: rules.get('dayOfMonth') ?? [],
    weekdayRules: rules.get('dayOfWeek') ?? [],
  };
};
