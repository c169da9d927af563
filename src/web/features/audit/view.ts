import type { audit, ClientOrder } from '#contracts/audit.api.ts';
import type { Input } from '#contracts/endpoint.ts';
import { todayStart } from '#web/lib/dates.ts';
import {
  aFlag,
  aMoment,
  anAddress,
  aPage,
  aText,
  aWhole,
  type Filter,
  filters,
  oneOf,
  type ViewOf,
} from '#web/lib/filters.ts';
import { audit as words } from '#web/words/audit.ts';
import { filtering } from '#web/words/filtering.ts';

type Query = NonNullable<Input<typeof audit>['query']>;
type Method = NonNullable<Query['method']>;

export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] as const satisfies readonly Method[];

const LONGEST_TIME = 600_000;
const LONGEST_TOKEN = 100;
const [SHORTEST_URI, LONGEST_URI] = [2, 200] as const;
const REQUEST_ID = /^\w{1,44}-\d{1,15}$/;
const STATUS = /^(?:[1-5]xx|[1-5]\d\d)$/;

const { wrong } = words;

/** Who asks most, by what. */
export const ORDERS = ['requests', '4xx', '429', 'time'] as const satisfies readonly ClientOrder[];

const WITHOUT_MINE: Filter<1> = {
  label: words.others,
  means: (one) => (one === '1' ? 1 : undefined),
  chip: () => words.othersChip,
};

/** Without `startDate` the list starts with the viewer's today, unless `all` is set. */
export const AUDIT = filters(
  {
    startDate: aMoment(words.start, wrong.moment(words.start), { otherwise: todayStart, cleared: 'all' }),
    endDate: aMoment(words.end, wrong.moment(words.end)),
    all: aFlag,
    /** Its id, or its visible part where it is none of ours. */
    token: aText(words.token, LONGEST_TOKEN, filtering.long(words.token, LONGEST_TOKEN)),
    status: {
      label: words.status,
      wrong: wrong.status,
      means: (one: string) => (STATUS.test(one.toLowerCase()) ? one.toLowerCase() : undefined),
    },
    method: oneOf<Method>(words.method, METHODS, wrong.method(METHODS.join(', '))),
    /** Milliseconds. */
    minTime: aWhole(words.minTime, LONGEST_TIME, wrong.minTime(LONGEST_TIME)),
    ip: anAddress(words.ip, wrong.ip),
    uri: {
      label: words.uri,
      wrong: wrong.uri(SHORTEST_URI, LONGEST_URI),
      means: (one: string) => (one.length >= SHORTEST_URI && one.length <= LONGEST_URI ? one : undefined),
    },
    others: WITHOUT_MINE,
    requestId: {
      label: words.requestId,
      wrong: wrong.requestId,
      means: (one: string) => (REQUEST_ID.test(one) ? one : undefined),
    },
    page: aPage,
    /** Top clients are shown, by this. */
    clients: { place: (value: unknown) => ORDERS.find((one) => one === value) },
  },
  ({ startDate, endDate }) => (Date.parse(endDate) < Date.parse(startDate) ? { endDate: wrong.end } : {}),
);

export type AuditView = ViewOf<typeof AUDIT>;

export const isMethod = (value: unknown): value is Method => METHODS.some((method) => method === value);

/** What the server is asked, where it can be asked all of it. */
export const queryOf = (view: AuditView, regs: number): Query => ({
  ...AUDIT.asked(view),
  page: view.page ?? 1,
  regs,
});
