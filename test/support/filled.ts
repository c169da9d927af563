import type { ToldPerson, ToldTitle } from '#server/sources/record.ts';
import type { Fetched } from '#server/sources/source.ts';

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== false && (value as { length?: number }).length !== 0;

/** The names of the fields and lists of a fetched record in which there is something, in order; the picture too. */
export const filledIn = ({ record, picture }: Fetched<ToldTitle | ToldPerson>): string => {
  const { id, lists = {}, ...fields } = record;
  const entries = Object.entries({ ...fields, ...lists, picture });
  return entries
    .flatMap(([name, value]) => (isFilled(value) ? [name] : []))
    .toSorted()
    .join(' ');
};
