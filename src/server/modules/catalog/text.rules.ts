import type { RecordKind } from '#server/kernel/ids.ts';
import type { Told, Tongue } from './language.rules.ts';

// Plots and biographies in other languages than that of the catalogue's own, which is English.

/** A row of the part that has the texts of a record, with where it comes from. */
export type Text = Readonly<Record<string, unknown>> & { readonly languageCode: string };

/** By kind of record: the field, the part that has it in other languages, and where an answer says whose it is. */
export const TEXTS = {
  movie: { field: 'plot', part: 'plots', from: 'plotFrom' },
  name: { field: 'biography', part: 'biographies', from: 'biographyFrom' },
} as const satisfies Record<RecordKind, unknown>;

const OWN_LANGUAGE = 'en';

const primary = (code: string): string => (code.split('-')[0] ?? '').toLowerCase();

/** How well a text fits, 0 best. */
const rankOf = ({ languageCode }: Text, { home }: Tongue): number => {
  const region = languageCode.split('-').at(-1) ?? '';
  if (region.toUpperCase() === home && languageCode.includes('-')) return 0;
  return languageCode.includes('-') ? 2 : 1;
};

/** The text in a language; of several the region's own, then one of no region, then the first. */
export const textIn = (tongue: Tongue, texts: readonly Text[]): Text | null => {
  const fitting = texts.filter(({ languageCode }) => tongue.languages.includes(primary(languageCode)));
  return fitting.toSorted((a, b) => rankOf(a, tongue) - rankOf(b, tongue))[0] ?? null;
};

/** Records whose text another may take the place of: the catalogue's own stays for who asks for its language. */
export const describedOf = (records: readonly Told[], { languages }: Tongue): readonly Told[] =>
  records.filter(({ kind, record }) => {
    const text = record[TEXTS[kind].field];
    return text === null || (typeof text === 'string' && !languages.includes(OWN_LANGUAGE));
  });

/** Puts a text in the place of the record's own, and beside it where it comes from. */
export const tellText = ({ kind, record }: Told, text: Text): void => {
  const { field, from } = TEXTS[kind];
  const { [field]: words, ...origin } = text;
  record[field] = words;
  record[from] = origin;
};
