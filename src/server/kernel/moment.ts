import { invalid } from './failure.ts';

/** A moment of the wire's form that there is: a leap second has the form and is none. */
export const momentOf = (field: string, text: string): Date => {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw invalid(field, 'is no moment');
  return moment;
};
