import { auditHistogram, audit as auditList } from '#contracts/audit.api.ts';
import type { Input } from '#contracts/endpoint.ts';
import { invalid } from '#server/kernel/failure.ts';
import { toJson } from '#server/kernel/json.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Audit, AuditSearch } from './audit.service.ts';

type Asked = Input<typeof auditHistogram>['query'];

/** A status, or all that begin with its digit. */
const codesOf = (status: string): readonly [number, number] => {
  const hundred = Number(status[0]) * 100;
  return status.endsWith('xx') ? [hundred, hundred + 99] : [Number(status), Number(status)];
};

/** A moment of the wire's form that there is: a leap second has the form and is none. */
const momentOf = (field: string, text: string): Date => {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw invalid(field, 'is no moment');
  return moment;
};

const searchOf = ({ startDate, endDate, token, status, ip, method, minTime, requestId }: Asked): AuditSearch => ({
  ...(startDate !== undefined && { from: momentOf('startDate', startDate) }),
  ...(endDate !== undefined && { to: momentOf('endDate', endDate) }),
  ...(token !== undefined && { token }),
  ...(status !== undefined && { codes: codesOf(status) }),
  ...(ip !== undefined && { ip }),
  ...(method !== undefined && { method }),
  ...(requestId !== undefined && { requestId }),
  ...(minTime !== undefined && { elapsedUs: minTime * 1_000 }),
});

/** Audited requests over HTTP. */
export const auditRoutes = (audit: Audit): readonly Route[] => [
  route(auditList)(async ({ query }, call) => {
    const { page = 1, regs = call.caller.maxRegs } = query;
    const search = searchOf(query);
    const { rows, total } = await audit.list(search, { offset: (page - 1) * regs, limit: regs });
    return paged({ json: toJson(rows), page, regs, total, exact: Object.keys(search).length === 0 });
  }),
  route(auditHistogram)(async ({ query }) => data(await audit.histogram(searchOf(query)))),
];
