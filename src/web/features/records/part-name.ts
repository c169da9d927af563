import { records as words } from '#web/words/records.ts';

/** The name of a field or a part for people: `originalTitle` as `Original title`. */
export const partName = (part: string): string => {
  const key = part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const known: Readonly<Record<string, string>> = { ...words.tabs, ...words.fields };
  if (Object.hasOwn(known, key)) return known[key] ?? part;
  const spaced = key.replace(/([A-Z])/g, ' $1').toLowerCase();
  return `${spaced.slice(0, 1).toUpperCase()}${spaced.slice(1)}`;
};
