import { ADDRESS } from '#contracts/network-address.ts';
import { stamp } from './dates.ts';
import { pageOf, wholeOf } from './paging.ts';

/** A filter of a list. The address holds it as text, and so does the field of its form. */
export interface Filter<Value> {
  /** Names the field and the chip. */
  readonly label: string;
  /** What a text means; undefined where that is nothing. A text that stands for another one is written as that. */
  readonly means: (text: string) => Value | undefined;
  /** Why a text means nothing, at its field. Without it, such a text is left out of the address. */
  readonly wrong?: string;
  /** What it is where the address does not say; then `cleared` names what says there that it is empty. */
  readonly otherwise?: () => string;
  readonly cleared?: string;
  /** The field can hold nothing that means nothing, as one for a date cannot. */
  readonly isStrict?: boolean;
  /** How a chip writes it. */
  readonly chip?: (text: string) => string;
}

/** A part of an address that filters nothing: which page, which tab. What makes no sense is left out. */
export interface Place<Value> {
  readonly place: (value: unknown) => Value | undefined;
}

type Fields = Readonly<Record<string, Filter<unknown> | Place<unknown>>>;
type Named<F extends Fields> = { [K in keyof F]: F[K] extends Filter<unknown> ? K : never }[keyof F] & string;

/** What an address says, as it says it: what the server would refuse stays, so that the form can say why. */
export type View<F extends Fields> = { readonly [K in keyof F]?: F[K] extends Place<infer Value> ? Value : string };
/** The fields of the form, as they are typed. */
export type Draft<F extends Fields> = { readonly [K in Named<F>]: string };
export type Problems<F extends Fields> = { readonly [K in Named<F>]?: string };
type Asked<F extends Fields> = { readonly [K in Named<F>]?: F[K] extends Filter<infer Value> ? Value : never };

export interface Chip {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** What the address of a list says, read and written in one place. `across` finds what is wrong between two fields. */
export const filters = <const F extends Fields>(fields: F, across: (draft: Draft<F>) => Problems<F> = () => ({})) => {
  const all = Object.entries(fields);
  const named = all.flatMap(([name, field]) => ('place' in field ? [] : [[name, field] as const]));
  const eachOf = <T>(of: (name: string, field: Filter<unknown>) => T | undefined) =>
    Object.fromEntries(
      named.flatMap(([name, field]) => {
        const value = of(name, field);
        return value === undefined ? [] : [[name, value]];
      }),
    );

  const written = ({ means, wrong }: Filter<unknown>, given: unknown): string | undefined => {
    const text = textOf(given);
    if (text === '') return undefined;
    const meant = means(text);
    if (meant === undefined && wrong === undefined) return undefined;
    return typeof meant === 'string' ? meant : text;
  };

  /** Reads an address; what it does not know there is left out. */
  const read = (search: Readonly<Record<string, unknown>>): View<F> => {
    const view = all.map(([name, field]) => [
      name,
      'place' in field ? field.place(search[name]) : written(field, search[name]),
    ]);
    const cleared = named.flatMap(([name, field]) => (written(field, search[name]) ? [field.cleared] : []));
    return Object.fromEntries(
      view.filter(([name, value]) => value !== undefined && !cleared.includes(String(name))),
    ) as View<F>;
  };

  const saidAt = (view: View<F>, name: string, { otherwise, cleared = '' }: Filter<unknown>): string => {
    const said = view as Readonly<Record<string, string | undefined>>;
    return said[name] ?? (otherwise && said[cleared] === undefined ? otherwise() : '');
  };
  /** What the address says, in the words of the form. */
  const said = (view: View<F>) => eachOf((name, field) => saidAt(view, name, field)) as Draft<F>;

  return {
    read,
    said,
    /** The same, as the fields can hold it. */
    draft: (view: View<F>) =>
      eachOf((name, field) => {
        const text = saidAt(view, name, field);
        return field.isStrict && field.means(text) === undefined ? '' : text;
      }) as Draft<F>,
    /** The address for what the form says, from its first page. */
    written: (draft: Draft<F>): View<F> => {
      const texts = draft as Readonly<Record<string, string>>;
      const cleared = named.flatMap(([name, field]) => (texts[name] || !field.cleared ? [] : [[field.cleared, '1']]));
      return read({ ...texts, ...Object.fromEntries(cleared) });
    },
    /** What is wrong with the filters; empty when they can be sent. */
    problems: (draft: Draft<F>): Problems<F> => ({
      ...across(draft),
      ...(eachOf((name, { means, wrong }) => {
        const text = textOf((draft as Readonly<Record<string, string>>)[name]);
        return text === '' || means(text) !== undefined ? undefined : wrong;
      }) as Problems<F>),
    }),
    /** What the filters mean, those that mean something. */
    asked: (view: View<F>) =>
      eachOf((name, field) => {
        const text = saidAt(view, name, field);
        return text === '' ? undefined : field.means(text);
      }) as Asked<F>,
    /** What leaves something out of the list, a chip each; the start that nobody has chosen is one of them. */
    chips: (view: View<F>): readonly Chip[] =>
      named.flatMap(([name, field]) => {
        const text = saidAt(view, name, field);
        return text === '' ? [] : [{ name, label: field.label, text: field.chip?.(text) ?? text }];
      }),
  };
};

const IS_ADDRESS = new RegExp(ADDRESS);
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const momentOf = (text: string) => (MOMENT.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined);
const dayOf = (text: string): string | undefined => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
};

/** Any text of at most so many characters. */
export const aText = (label: string, most = Number.POSITIVE_INFINITY, wrong?: string): Filter<string> => ({
  label,
  means: (one) => (one.length <= most ? one : undefined),
  ...(wrong !== undefined && { wrong }),
});
/** A network address. */
export const anAddress = (label: string, wrong: string): Filter<string> => ({
  ...{ label, wrong, means: (one) => (IS_ADDRESS.test(one) ? one : undefined) },
});
/** An instant with its offset. */
export const aMoment = (
  label: string,
  wrong: string,
  more: Pick<Filter<string>, 'otherwise' | 'cleared'> = {},
): Filter<string> => ({
  ...{ label, wrong, means: momentOf, isStrict: true, chip: (one) => stamp(one) || one },
  ...more,
});
/** A UTC day, yyyy-mm-dd. */
export const aDay = (label: string): Filter<string> => ({ label, means: dayOf });
/** A whole number from 0. */
export const aWhole = (label: string, most: number, wrong: string): Filter<number> => ({
  ...{ label, wrong, means: (one) => wholeOf(one, 0, most) },
});
export const oneOf = <Value extends string>(label: string, values: readonly Value[], wrong: string): Filter<Value> => ({
  ...{ label, wrong, means: (one) => values.find((value) => value === one) },
});

/** The page of a list, from 2; the first is not written. */
export const aPage: Place<number> = { place: pageOf };
/** A tab; the first is not written. */
export const aTab = <Name extends string>([, ...others]: readonly Name[]): Place<Name> => ({
  place: (value) => others.find((one) => one === value),
});
/** Set or not there. */
export const aFlag: Place<'1'> = { place: (value) => (value === '1' ? '1' : undefined) };

export type Filters<F extends Fields> = ReturnType<typeof filters<F>>;
/** The views of a schema. */
export type ViewOf<S> = S extends { readonly read: (search: Readonly<Record<string, unknown>>) => infer V } ? V : never;
