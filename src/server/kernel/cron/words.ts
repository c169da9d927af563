import { type DayRule, type Fields, MONTHS, WEEKDAYS } from './read.ts';

/** As many times of a day are told one by one. */
const FEW = 4;
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (hour: number, minute: number, second: number): string =>
  `${two(hour)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`;
const nth = (value: number): string =>
  `${value}${{ one: 'st', two: 'nd', few: 'rd', other: 'th' }[ordinal.select(value) as 'one' | 'two' | 'few' | 'other']}`;
const ordinal = new Intl.PluralRules('en', { type: 'ordinal' });
const joined = (words: readonly string[], last = ' and '): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}${last}${words.at(-1)}`;

/** Neighbours together: 1, 2, 3 and 7 are [1, 3] and [7, 7]. */
const runs = (values: readonly number[]): readonly (readonly [number, number])[] => {
  const found: [number, number][] = [];
  for (const value of values) {
    const run = found.at(-1);
    if (run && run[1] === value - 1) run[1] = value;
    else found.push([value, value]);
  }
  return found;
};

const listed = (values: readonly number[], name: (value: number) => string): string[] =>
  runs(values).flatMap(([from, to]) =>
    to - from < 2 ? [...new Set([name(from), name(to)])] : [`${name(from)} to ${name(to)}`],
  );

/** How far each is from the one before when all are equally far, and there are more than a few. */
const stepOf = (values: readonly number[]): number | null => {
  const [first = 0, second = 0] = values;
  const step = second - first;
  return values.length > FEW && values.every((value, at) => value === first + at * step) ? step : null;
};

/** "minute 5", "minutes 5, 6 and 10 to 20", "every 7th minute from 0 to 56". */
const named = (label: string, values: readonly number[]): string => {
  const step = stepOf(values);
  if (step !== null && step > 1) return `every ${nth(step)} ${label} from ${values[0]} to ${values.at(-1)}`;
  return `${label}${values.length === 1 ? '' : 's'} ${joined(listed(values, String))}`;
};

/** The step of seconds or minutes that goes on in the same way from each minute or hour to the next. */
const steady = (values: readonly number[]): number | null => {
  const [first = 0, second = 0] = values;
  const step = second - first;
  const even = values.every((value, at) => value === at * step);
  return even && step * values.length === 60 ? step : null;
};

const every = (step: number, label: string): string => (step === 1 ? `every ${label}` : `every ${step} ${label}s`);

const between = (hours: readonly number[], always: string): string => {
  if (hours.length === 24) return always;
  const spans = runs(hours);
  return spans.length > FEW
    ? `in ${named('hour', hours)}`
    : joined(
        spans.map(([from, to]) => `between ${clock(from, 0, 0)} and ${clock(to, 59, 0)}`),
        ', and ',
      );
};

/** Once in each of its hours. */
const hourly = (hours: readonly number[], minute: number, second: number): string => {
  const at = (hour: number): string => clock(hour, minute, second);
  if (hours.length === 24 && minute === 0 && second === 0) return 'every hour';
  if (hours.length === 24) return `every hour at minute ${minute}${second === 0 ? '' : ` and second ${second}`}`;
  const step = stepOf(hours);
  if (step !== null) return `${every(step, 'hour')} from ${at(hours[0] ?? 0)} to ${at(hours.at(-1) ?? 0)}`;
  return `at ${joined(hours.map(at))}`;
};

const timeWords = ({ second, minute, hour }: Fields): string => {
  const [second0 = 0] = second;
  const [minute0 = 0] = minute;
  if (second.length * minute.length * hour.length <= FEW)
    return `at ${joined(hour.flatMap((h) => minute.flatMap((m) => second.map((s) => clock(h, m, s)))))}`;
  if (second.length === 1 && minute.length === 1) return hourly(hour, minute0, second0);
  const minutes = steady(minute);
  if (second.length === 1 && second0 === 0)
    return minutes === null
      ? `at ${named('minute', minute)} ${between(hour, 'of every hour')}`
      : `${every(minutes, 'minute')} ${between(hour, '')}`;
  const step = steady(second);
  const seconds = step === null ? `at ${named('second', second)} of` : every(step, 'second');
  if (minutes !== 1)
    return `${seconds} ${step === null ? '' : 'in '}${named('minute', minute)} ${between(hour, 'of every hour')}`;
  return `${seconds} ${step === null ? 'every minute' : ''} ${between(hour, '')}`;
};

const ruleWords = (rule: DayRule): string => {
  switch (rule.kind) {
    case 'last':
      if (rule.before === 0) return 'the last day';
      return rule.before === 1 ? 'the day before the last' : `the day ${rule.before} days before the last`;
    case 'lastWorkday':
      return 'the last weekday';
    case 'nearest':
      return `the weekday nearest day ${rule.day}`;
    case 'lastOf':
      return `the last ${WEEKDAYS[rule.weekday - 1]}`;
    case 'nth':
      return `the ${ORDINALS[rule.nth]} ${WEEKDAYS[rule.weekday - 1]}`;
  }
};

const weekday = (day: number): string => WEEKDAYS[day - 1] ?? '';
const month = (value: number): string => MONTHS[value - 1] ?? '';

/** "in May and June", "from May to September", nothing for all. */
const monthWords = (months: readonly number[]): string => {
  if (months.length === 12) return '';
  const words = listed(months, month);
  return words.length === 1 && months.length > 1 ? `from ${words[0]}` : `in ${joined(words)}`;
};

const monthDayWords = ({ dayOfMonth, dayRules, month: months }: Fields): string => {
  if (dayOfMonth.length === 31) return '';
  if (dayOfMonth.length === 1 && dayRules.length === 0 && months.length === 1)
    return `on ${dayOfMonth[0]} ${month(months[0] ?? 0)}`;
  const days = dayOfMonth.length === 0 ? [] : [named('day', dayOfMonth)];
  return `on ${joined([...days, ...dayRules.map(ruleWords)])} of the month`;
};

/** `alone`: no day of the month is named, so that these are the days. Otherwise they are a condition. */
const weekdayWords = ({ dayOfWeek, weekdayRules }: Fields, alone: boolean): string => {
  if (dayOfWeek.length === 7) return '';
  const rules = weekdayRules.map((rule, at) =>
    at === weekdayRules.length - 1 ? `${ruleWords(rule)} of the month` : ruleWords(rule),
  );
  if (!alone) {
    const days = dayOfWeek.map((day, at) => `${at === 0 ? 'a ' : ''}${weekday(day)}`);
    return `if it is ${joined([...days, ...rules], ' or ')}`;
  }
  const days = listed(dayOfWeek, weekday);
  return days.length === 1 && rules.length === 0 && dayOfWeek.length > 1
    ? `from ${days[0]}`
    : `on ${joined([...days, ...rules])}`;
};

/** A schedule in words, in the 24-hour clock, such as "At 08:00, from Monday to Friday". */
export const wordsOf = (fields: Fields): string => {
  const time = timeWords(fields).replace(/ +/g, ' ').trim();
  const ofMonth = monthDayWords(fields);
  const ofWeek = weekdayWords(fields, ofMonth === '');
  const dated = ofMonth !== '' && !ofMonth.endsWith(' of the month');
  const days = ofMonth === '' ? [ofWeek] : [`${ofMonth} ${ofWeek}`.trim()];
  const all = [time, ...days, dated ? '' : monthWords(fields.month)].filter((words) => words !== '');
  const words = all.length === 1 && /^at \d\d:/.test(time) ? `every day ${time}` : all.join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
