import type { RecordKind } from '#server/kernel/ids.ts';
import { type Answer, dayOf, keyOf, listOf, objectOf, textOf, wholeOf } from '../answer.ts';

// Reading an item of Wikidata: its statements and what they say. What is unknown, or said not to be, counts as not said.

/** Items by their ids. */
export type Items = ReadonlyMap<string, Answer>;

/** What is said of a property, without what is deprecated. */
export const statementsOf = (item: Answer, property: string): readonly Answer[] =>
  listOf(objectOf(item.claims)[property]).filter(({ rank }) => rank !== 'deprecated');

/** The preferred ones, else all. */
export const bestOf = (item: Answer, property: string): readonly Answer[] => {
  const all = statementsOf(item, property);
  const preferred = all.filter(({ rank }) => rank === 'preferred');
  return preferred.length > 0 ? preferred : all;
};

const ofSnak = (snak: unknown): unknown => objectOf(objectOf(snak).datavalue).value;
export const saidOf = (statement: Answer): unknown => ofSnak(statement.mainsnak);

export const qualifiersOf = (statement: Answer, property: string): readonly unknown[] =>
  listOf(objectOf(statement.qualifiers)[property]).map(ofSnak);

const ITEM = /^Q[1-9]\d{0,11}$/;

/** The id of the item that a value is. */
export const itemOf = (value: unknown): string | null => {
  const id = textOf(objectOf(value).id);
  return id !== null && ITEM.test(id) ? id : null;
};

export const itemsOf = (item: Answer, property: string): readonly string[] => [
  ...new Set(bestOf(item, property).flatMap((statement) => itemOf(saidOf(statement)) ?? [])),
];

/** In English, else the name that is the same in all languages. */
export const labelOf = (item: Answer | undefined): string | null => {
  const { en, mul } = objectOf(item?.labels);
  return textOf(objectOf(en).value) ?? textOf(objectOf(mul).value);
};

/** A text, or one in some language. */
export const wordsOf = (value: unknown): string | null => textOf(value) ?? textOf(objectOf(value).text);

/** As precise as it is known; nothing before the year 1, or less precise than a year. */
export const dateOf = (value: unknown): string | null => {
  const { time, precision } = objectOf(value);
  const [, year, month, day] = /^\+(\d{4})-(\d\d)-(\d\d)T/.exec(textOf(time) ?? '') ?? [];
  if (year === undefined || year === '0000') return null;
  if (precision === 9) return year;
  if (precision === 10) return dayOf(`${year}-${month}-01`)?.slice(0, 7) ?? null;
  return precision === 11 ? dayOf(`${year}-${month}-${day}`) : null;
};

export interface Quantity {
  readonly amount: number;
  /** The item of the unit; null for a bare number. */
  readonly unit: string | null;
}

export const quantityOf = (value: unknown): Quantity | null => {
  const { amount, unit } = objectOf(value);
  const said = textOf(amount) ?? '';
  if (!/^[+-]?\d{1,20}(?:\.\d+)?$/.test(said)) return null;
  const at = /\/entity\/(Q[1-9]\d{0,11})$/.exec(textOf(unit) ?? '')?.[1];
  return { amount: Number(said), unit: at ?? null };
};

export const firstOf = <T>(item: Answer, property: string, read: (value: unknown) => T | null): T | null => {
  for (const statement of bestOf(item, property)) {
    const value = read(saidOf(statement));
    if (value !== null) return value;
  }
  return null;
};

/** The key of the item at IMDb, as long as it is of this kind. */
export const ownKeyOf = (kind: RecordKind, item: Answer | undefined): number | null =>
  item === undefined ? null : firstOf(item, 'P345', (value) => keyOf(kind, value));

/** A quantity in a unit of ours, rounded. */
export const measureOf = (item: Answer, property: string, factors: Readonly<Record<string, number>>): number | null =>
  firstOf(item, property, (value) => {
    const { amount, unit } = quantityOf(value) ?? { amount: 0, unit: null };
    const factor = factors[unit ?? ''];
    const measured = factor === undefined ? null : wholeOf(Math.round(amount * factor));
    return measured !== null && measured > 0 ? measured : null;
  });
