import { expect, it } from 'vitest';
import { userTokenRequestsExport } from '#contracts/account.api.ts';
import { actionsExport } from '#contracts/actions.api.ts';
import { auditExport } from '#contracts/audit.api.ts';
import { paymentsExport } from '#contracts/billing.api.ts';
import { configurationExport, configurationHistoryExport } from '#contracts/configuration.api.ts';
import type { ListExport } from '#contracts/list-export.ts';
import { loggingExport } from '#contracts/logging.api.ts';
import { logsExport } from '#contracts/logs.api.ts';
import { managerPairsExport, managerTokensExport } from '#contracts/manager.api.ts';
import { manualUpdateExport } from '#contracts/manual.api.ts';
import { notificationsExport } from '#contracts/notification.api.ts';
import { paidActivesExport } from '#contracts/paid.api.ts';
import { productsExport, rolesExport } from '#contracts/plans.api.ts';
import { usersExport } from '#contracts/roster.api.ts';
import { tasksExport } from '#contracts/task.api.ts';
import { taskRunsExport } from '#contracts/task-run.api.ts';
import { tokenRegistrationExport, userRequestsIpExport, userRequestsTokenExport } from '#contracts/users.api.ts';
import { account } from './account.ts';
import { actions } from './actions.ts';
import { audit } from './audit.ts';
import { configuration } from './configuration.ts';
import { dashboard } from './dashboard.ts';
import { logging } from './logging.ts';
import { logs } from './logs.ts';
import { manager } from './manager.ts';
import { manual } from './manual.ts';
import { notifications } from './notifications.ts';
import { payments } from './payments.ts';
import { products } from './products.ts';
import { roster } from './roster.ts';
import { runs } from './runs.ts';
import { tasks } from './tasks.ts';
import { users } from './users.ts';

type Heads = Readonly<Record<string, unknown>>;
const { date, ip, requests, share } = users.requests.heads;

/** A file with the heads of its list; a detail of several figures has columns of their own. */
const LISTS: readonly (readonly [ListExport<never>, Heads])[] = [
  [auditExport, audit.columns],
  [logsExport, logs.columns],
  [loggingExport, logging.heads],
  [tasksExport, tasks.columns],
  [taskRunsExport, runs.history.columns],
  [manualUpdateExport, manual.columns],
  [notificationsExport, notifications.columns],
  [configurationExport, configuration.columns],
  [configurationHistoryExport, configuration.past.columns],
  [managerTokensExport, manager.tokens.heads],
  [managerPairsExport, manager.pairs.heads],
  [tokenRegistrationExport, dashboard.columns],
  [usersExport, roster.columns],
  [actionsExport, actions.columns],
  [paidActivesExport, { ...payments.active.heads, detail: 'Email' }],
  [userRequestsTokenExport, { date, requests }],
  [userRequestsIpExport, { date, ip, requests, share }],
  [productsExport, products.product.heads],
  [rolesExport, products.role.heads],
  [paymentsExport, payments.heads],
  [userTokenRequestsExport, { date: account.history.date, requests: account.history.requests }],
];

it.each(LISTS.map(([file, heads]) => [file.name, file, heads] as const))(
  '%s begins with what its list shows',
  (_name, { columns }, { actions: _, ...heads }) => {
    const shown = Object.values(heads);
    expect(columns.slice(0, shown.length).map(({ head }) => head)).toEqual(expect.arrayContaining(shown));
  },
);
