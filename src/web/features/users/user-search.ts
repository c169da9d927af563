import { pageOf } from '#web/lib/paging.ts';

export const USER_TABS = ['result', 'token', 'ip'] as const;
export type UserTab = (typeof USER_TABS)[number];

/** What the address of the page says. Days are yyyy-mm-dd. */
export interface UserSearch {
  readonly email?: string;
  readonly token?: string;
  readonly tab?: UserTab;
  readonly startDate?: string;
  readonly endDate?: string;
  /** From 1. */
  readonly page?: number;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const isDay = (day: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

const day = (value: unknown): string | undefined => (typeof value === 'string' && isDay(value) ? value : undefined);

/** Reads the address; what makes no sense there is left out. */
export const parseUserSearch = (search: Readonly<Record<string, unknown>>): UserSearch => {
  const [email, token] = [text(search.email), text(search.token)];
  const tab = USER_TABS.find((one) => one === search.tab && one !== 'result');
  const [startDate, endDate, page] = [day(search.startDate), day(search.endDate), pageOf(search.page)];
  return {
    ...(email !== undefined && { email }),
    ...(token !== undefined && { token }),
    ...(tab !== undefined && { tab }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    ...(page !== undefined && { page }),
  };
};
