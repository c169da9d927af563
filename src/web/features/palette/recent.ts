import { MOST_RECENT, type Preference } from '#contracts/preference.api.ts';

/** Under which what was gone to last is kept. */
export const RECENT = 'recent';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The names of what was gone to, the last first. */
export const recentOf = (kept: readonly Preference[]): readonly string[] => {
  const value = kept.find(({ key }) => key === RECENT)?.value;
  return isTexts(value) ? value : [];
};

/** The same after one more. */
export const recentAfter = (recent: readonly string[], name: string): readonly string[] =>
  [name, ...recent.filter((one) => one !== name)].slice(0, MOST_RECENT);

const RECORD = /^record (tt\d+|nm\d+) (.+)$/s;
const LONGEST = 150;

/** The name of a record: what it is called has to be known before it is searched. */
export const recordName = (id: string, label: string): string =>
  `record ${id} ${[...label].slice(0, LONGEST / 2).join('')}`;

export const recordIn = (name: string): { readonly id: string; readonly label: string } | null => {
  const [, id, label] = RECORD.exec(name) ?? [];
  return id === undefined || label === undefined ? null : { id, label };
};
