import { pageOf } from '#web/lib/paging.ts';

export const DASHBOARD_TABS = ['tokens', 'paid'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

export interface DashboardView {
  /** The first tab is not written. */
  readonly tab?: DashboardTab;
  /** From 2; the first page is not written. */
  readonly page?: number;
}

/** Reads the dashboard's address; what makes no sense there is left out. */
export const parseDashboard = (search: Readonly<Record<string, unknown>>): DashboardView => {
  const tab = DASHBOARD_TABS.find((one) => one === search.tab && one !== 'tokens');
  const page = pageOf(search.page);
  return { ...(tab !== undefined && { tab }), ...(page !== undefined && { page }) };
};
