import type { audit } from '#contracts/audit.api.ts';
import type { Input } from '#contracts/endpoint.ts';
import { todayStart } from '#web/lib/dates.ts';
import { pageOf, wholeOf } from '#web/lib/paging.ts';

type Query = NonNullable<Input<typeof audit>['query']>;
export type Method = NonNullable<Query['method']>;

export const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] as const satisfies readonly Method[];

/**
 * What the address of the page says, as it says it: what the server would refuse stays, so that the form can say why.
 * Without `startDate` the list starts with the viewer's today, unless `all` is set.
 */
export interface AuditView {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly all?: '1';
  /** Its id, or its visible part where it is none of ours. */
  readonly token?: string;
  readonly status?: string;
  readonly method?: string;
  /** Milliseconds. */
  readonly minTime?: string;
  readonly ip?: string;
  readonly requestId?: string;
  /** From 1, which is not written. */
  readonly page?: number;
}

/** The fields of the form, as they are typed. */
export interface Draft {
  readonly startDate: string;
  readonly endDate: string;
  readonly token: string;
  readonly status: string;
  readonly method: string;
  readonly minTime: string;
  readonly ip: string;
  readonly requestId: string;
}

export const LONGEST_TIME = 600_000;
export const LONGEST_TOKEN = 100;
export const LONGEST_IP = 45;
const REQUEST_ID = /^\w{1,44}-\d{1,15}$/;
const STATUS = /^(?:[1-5]xx|[1-5]\d\d)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
export const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text));
/** A status or a class of them, in small letters. */
export const statusOf = (text: string): string | undefined => {
  const status = text.trim().toLowerCase();
  return STATUS.test(status) ? status : undefined;
};
/** Milliseconds that a request can be asked to have taken at least. */
export const minTimeOf = (text: string): number | undefined => wholeOf(text, 0, LONGEST_TIME);
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text);
export const isMethod = (value: unknown): value is Method => METHODS.some((method) => method === value);

const defined = <T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;

/** Reads an address; what it does not know there is left out. */
export const parseView = (search: Readonly<Record<string, unknown>>): AuditView => {
  const [startDate, status] = [textOf(search.startDate), textOf(search.status)];
  return defined({
    startDate,
    endDate: textOf(search.endDate),
    all: search.all === '1' && startDate === undefined ? '1' : undefined,
    token: textOf(search.token),
    status: status && (statusOf(status) ?? status),
    method: textOf(search.method),
    minTime: textOf(search.minTime),
    ip: textOf(search.ip),
    requestId: textOf(search.requestId),
    page: pageOf(search.page),
  }) as AuditView;
};

/** What the address says, in the words of the form. */
export const saidOf = (view: AuditView, today: string = todayStart()): Draft => ({
  startDate: view.startDate ?? (view.all ? '' : today),
  endDate: view.endDate ?? '',
  token: view.token ?? '',
  status: view.status ?? '',
  method: view.method ?? '',
  minTime: view.minTime ?? '',
  ip: view.ip ?? '',
  requestId: view.requestId ?? '',
});

/** The same, as the fields can hold it: a moment that is none leaves its field empty. */
export const draftOf = (view: AuditView, today: string = todayStart()): Draft => {
  const said = saidOf(view, today);
  const moment = (text: string): string => (isMoment(text) ? text : '');
  return { ...said, startDate: moment(said.startDate), endDate: moment(said.endDate) };
};

/** The address for what the form says, from its first page. */
export const viewOf = (draft: Draft): AuditView => parseView({ ...draft, ...(draft.startDate === '' && { all: '1' }) });

/** What the server is asked, where it can be asked all of it. */
export const queryOf = (view: AuditView, regs: number, today: string = todayStart()): Query => {
  const { all, page = 1, status, method, minTime, ...same } = view;
  return {
    ...(all === undefined && { startDate: today }),
    ...same,
    ...defined({
      status: status && statusOf(status),
      method: isMethod(method) ? method : undefined,
      minTime: minTime && minTimeOf(minTime),
    }),
    page,
    regs,
  } as Query;
};

/** How many filters leave something out; the start that nobody has chosen is one of them. */
export const activeOf = (view: AuditView): number => Object.values(saidOf(view)).filter((value) => value !== '').length;
