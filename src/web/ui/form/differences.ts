import { forms } from '#web/words/forms.ts';
import type { FieldOf } from './useForm.ts';

/** How the value of a field is told to people. */
export type Tell<V> = Readonly<Partial<{ [F in FieldOf<V>]: (value: V[F]) => string }>>;

export interface FieldDifference {
  readonly field: string;
  readonly label: string;
  readonly theirs: string;
  readonly yours: string;
}

const plain = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? forms.yes : forms.no;
  if (Array.isArray(value)) return value.length === 0 ? forms.none : value.join(', ');
  return String(value).trim() || forms.nothing;
};

/** The fields in which two sets of values differ, in the order of their labels. */
export const differencesOf = <V extends object>(
  theirs: V,
  yours: V,
  labels: Readonly<Record<FieldOf<V>, string>>,
  tell?: Tell<V>,
): readonly FieldDifference[] =>
  (Object.keys(labels) as FieldOf<V>[])
    .map((field) => {
      const told = tell?.[field] ?? plain;
      return { field, label: labels[field], theirs: told(theirs[field]), yours: told(yours[field]) };
    })
    .filter(({ theirs: one, yours: other }) => one !== other);
