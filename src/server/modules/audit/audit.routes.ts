import { auditClients, auditExport, auditHistogram, audit as auditList } from '#contracts/audit.api.ts';
import type { Input } from '#contracts/endpoint.ts';
import { toJson } from '#server/kernel/json.ts';
import { spanOf } from '#server/kernel/moment.ts';
import { addressOf } from '#server/kernel/network.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Audit, AuditSearch } from './audit.service.ts';

type Asked = Input<typeof auditHistogram>['query'];

/** A status, or all that begin with its digit. */
const codesOf = (status: string): readonly [number, number] => {
  const hundred = Number(status[0]) * 100;
  return status.endsWith('xx') ? [hundred, hundred + 99] : [Number(status), Number(status)];
};

const searchOf = (
  { startDate, endDate, token, status, ip, method, minTime, uri, others, requestId }: Asked,
  own: string,
): AuditSearch => ({
  ...spanOf(startDate, endDate),
  ...(token !== undefined && { token }),
  ...(status !== undefined && { codes: codesOf(status) }),
  ...(ip !== undefined && { ip: addressOf(ip) ?? ip }),
  ...(method !== undefined && { method }),
  ...(uri !== undefined && { uri }),
  ...(others === 1 && { without: own }),
  ...(requestId !== undefined && { requestId }),
  ...(minTime !== undefined && { elapsedUs: minTime * 1_000 }),
});

/** Audited requests over HTTP. */
export const auditRoutes = (audit: Audit): readonly Route[] => [
  route(auditList)(async ({ query }, call) => {
    const { page = 1, regs = call.caller.maxRegs } = query;
    const search = searchOf(query, call.ip);
    const { rows, ...found } = await audit.list(search, { offset: (page - 1) * regs, limit: regs });
    return paged({ ...found, json: toJson(rows), page, regs, exact: Object.keys(search).length === 0 });
  }),
  exportRoute(auditExport)(({ query }, { ip }) => audit.walk(searchOf(query, ip))),
  route(auditHistogram)(async ({ query }, { ip }) => data(await audit.histogram(searchOf(query, ip)))),
  route(auditClients)(async ({ query }, { ip }) =>
    data(await audit.clients(searchOf(query, ip), query.order ?? 'requests')),
  ),
];
