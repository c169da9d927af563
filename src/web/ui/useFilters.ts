import { type ChangeEvent, useState } from 'react';
import type { Chip, Draft, Filters, Problems, View } from '#web/lib/filters.ts';
import { useTokenFilter } from './useTokenFilter.ts';

type Fields = Parameters<typeof import('#web/lib/filters.ts').filters>[0];
type Given = ChangeEvent<HTMLInputElement | HTMLSelectElement>;
type Choice = string | { readonly value: string; readonly label: string };

const keptAs = (choice: Choice): string => (typeof choice === 'string' ? choice : choice.value);

/** A form of filters, for the bar that shows it. */
export interface FilterForm {
  /** What is set. */
  readonly chips: readonly Chip[];
  readonly search: () => void;
  /** Takes one of what is set away. */
  readonly drop: (name: string) => void;
  readonly clear: () => void;
}

/**
 * The form of a list's filters. It says what the address says until somebody types; what is typed waits for `search`.
 * A filter named `token` shows the visible part of what the address names by its id.
 */
export const useFilters = <const F extends Fields>(
  schema: Filters<F>,
  view: View<F>,
  onView: (view: View<F>) => void,
) => {
  type Name = keyof Draft<F> & string;
  const { token: kept } = view as { readonly token?: string };
  const token = useTokenFilter(kept);
  const [typed, setTyped] = useState<Partial<Draft<F>>>({});
  const [refused, setRefused] = useState<Problems<F> | null>(null);
  const [shown, setShown] = useState(view);
  if (shown !== view) {
    setShown(view);
    setTyped({});
    setRefused(null);
  }
  const values: Draft<F> = {
    ...schema.draft(view),
    ...(kept !== undefined && { token: token.shown }),
    ...typed,
  };
  const problems: Problems<F> = refused ?? schema.problems(schema.said(view));

  /** Takes what the form says with these changes, or says what is wrong with it. */
  const searchWith = async (changes: Partial<Draft<F>>): Promise<void> => {
    const next: Draft<F> = { ...values, ...changes };
    setTyped({ ...typed, ...changes });
    const found = schema.problems(next);
    setRefused(found);
    if (Object.keys(found).length > 0) return;
    const { token: typedToken } = typed as { readonly token?: string };
    const named = typedToken === undefined ? kept : await token.keptOf(typedToken);
    onView(schema.written({ ...next, ...(named !== undefined && { token: named }) }));
  };
  const type = (name: Name, value: string): void => setTyped((before) => ({ ...before, [name]: value }));
  const text = (name: Name) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: ({ currentTarget: { value } }: Given): void => type(name, value),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  });
  const form: FilterForm = {
    chips: schema.chips(view).map((chip) => (chip.name === 'token' ? { ...chip, text: token.shown } : chip)),
    search: () => void searchWith({}),
    drop: (name) => onView(schema.written({ ...schema.said(view), [name]: '' })),
    clear: () => onView(schema.written({} as Draft<F>)),
  };
  return {
    form,
    values,
    searchWith: (changes: Partial<Draft<F>>) => void searchWith(changes),
    /** The props of a text field. */
    text,
    /** The props of a choice. What the address says stays in sight, also what is no choice. */
    choice: (name: Name, choices: readonly Choice[]) => ({
      ...text(name),
      data: choices.some((one) => keptAs(one) === values[name]) ? [...choices] : [...choices, values[name]],
    }),
    /** The props of a field for a moment. */
    moment: (name: Name) => ({
      value: values[name],
      error: problems[name],
      onChange: (value: string): void => type(name, value),
    }),
  };
};
