import { type ListLook, type ListName, listKey, type Preference } from '#contracts/preference.api.ts';
import type { Column } from './table-types.ts';

const USUAL: ListLook = { hidden: [], density: 'comfortable' };

const isLook = (value: Preference['value'] | undefined): value is ListLook =>
  typeof value === 'object' && 'hidden' in value && Array.isArray(value.hidden);

/** What a list looks like, as it was chosen or as usual. */
export const lookOf = (kept: readonly Preference[], list: ListName | undefined): ListLook => {
  const value = list && kept.find(({ key }) => key === listKey(list))?.value;
  return isLook(value) ? value : USUAL;
};

export const isUsual = ({ hidden, density }: ListLook): boolean => hidden.length === 0 && density === USUAL.density;

type Keyed = Pick<Column<never>, 'key'>;

/** The columns that are shown: all of them where nothing would be left, as when a list has got others. */
export const shownColumns = <C extends Keyed>(columns: readonly C[], hidden: readonly string[]): readonly C[] => {
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  return shown.length === 0 || shown.length === columns.length ? columns : shown;
};

/** The hidden columns after one is switched; the last one that is shown stays. Those that a list has no longer are forgotten. */
export const hiddenAfter = (columns: readonly Keyed[], hidden: readonly string[], key: string): readonly string[] => {
  const shown = shownColumns(columns, hidden).map((one) => one.key);
  const next = shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key];
  return columns.map((one) => one.key).filter((one) => !(next.length === 0 ? shown : next).includes(one));
};
