import type { Input } from '#contracts/endpoint.ts';
import type { logs } from '#contracts/logs.api.ts';
import { aFlag, aMoment, aPage, aWhole, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { wholeOf } from '#web/lib/paging.ts';
import { filtering } from '#web/words/filtering.ts';
import { logs as words } from '#web/words/logs.ts';

type Query = NonNullable<Input<typeof logs>['query']>;

export const LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const satisfies readonly NonNullable<Query['level']>[];
/** In the document's order. */
export const CATEGORIES = [1, 2, 3, 5, 6, 7, 8, 9, 4] as const;

const [SHORTEST, LONGEST] = [3, 200] as const;
const REQUEST_ID = /^\w{1,44}-\d{1,15}$/;
const { wrong } = words;

const categoryOf = (text: string) => CATEGORIES.find((one) => String(one) === text);

/** What the address of the page says. */
export const LOGS = filters(
  {
    log: {
      label: words.text,
      wrong: wrong.text(SHORTEST, LONGEST),
      means: (one: string) => (one.length >= SHORTEST && one.length <= LONGEST ? one : undefined),
    },
    startDate: aMoment(words.start, wrong.moment(words.start)),
    endDate: aMoment(words.end, wrong.moment(words.end)),
    level: oneOf(words.level, LEVELS, filtering.choice(words.level, LEVELS.join(', '))),
    category: {
      label: words.category,
      wrong: filtering.choice(words.category, [...CATEGORIES].sort().join(', ')),
      means: categoryOf,
      chip: (one: string) => {
        const category = categoryOf(one);
        return category === undefined ? one : words.categories[category];
      },
    },
    requestId: {
      label: words.requestId,
      wrong: wrong.requestId,
      means: (one: string) => (REQUEST_ID.test(one) ? one : undefined),
    },
    idRun: aWhole(words.run, Number.MAX_SAFE_INTEGER, wrong.run),
    page: aPage,
    /** Lines are shown as they are written. */
    tail: aFlag,
    /** A line that is shown with what stands around it. */
    line: { place: (value: unknown) => wholeOf(value, 1, Number.MAX_SAFE_INTEGER) },
  },
  ({ startDate, endDate }) => (Date.parse(endDate) < Date.parse(startDate) ? { endDate: wrong.end } : {}),
);

export type LogsView = ViewOf<typeof LOGS>;

/** What the server is asked, where it can be asked all of it. */
export const queryOf = (view: LogsView, regs: number): Query => ({
  ...LOGS.asked(view),
  page: view.page ?? 1,
  regs,
});
