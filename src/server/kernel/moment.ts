import { invalid } from './failure.ts';

/** A moment of the wire's form that there is: a leap second has the form and is none. */
const momentOf = (field: string, text: string): Date => {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw invalid(field, 'is no moment');
  return moment;
};

/** The span of a filter, from `startDate` to `endDate`; one that ends before it begins is refused. */
export const spanOf = (startDate?: string, endDate?: string): { readonly from?: Date; readonly to?: Date } => {
  const from = startDate === undefined ? undefined : momentOf('startDate', startDate);
  const to = endDate === undefined ? undefined : momentOf('endDate', endDate);
  if (from !== undefined && to !== undefined && to < from) throw invalid('endDate', 'must not be before startDate');
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
};
