import { PERSON_LISTS, TITLE_LISTS } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { Priorities } from './merge.rules.ts';
import { PERSON_FIELDS, TITLE_FIELDS } from './record.fields.ts';

/** The datasets stand before them and the sample behind, everywhere; an editor's word is kept by locks. */
const RANKED = ['tmdb', 'omdb', 'wikidata', 'wikipedia', 'bundle'] as const satisfies readonly SourceName[];
const PARTS: ReadonlySet<string> = new Set([
  ...[...TITLE_FIELDS, ...PERSON_FIELDS].map(({ part }) => part),
  ...[...TITLE_LISTS, ...PERSON_LISTS, 'akas', 'actors', 'crew'],
]);

export const PRIORITY_WORDS = `fields with some of ${RANKED.join(', ')}, as in plot=omdb,tmdb, separated by spaces`;

/** Reads 'plot=omdb,tmdb rated=omdb'; null where a field or a source is none, or stands twice. */
export const readPriorities = (text: string): Priorities | null => {
  const read = new Map<string, readonly SourceName[]>();
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const [, part = '', list = ''] = /^([\w-]+)=([\w,-]+)$/.exec(word) ?? [];
    const names = list.split(',');
    const known = RANKED.filter((name) => names.includes(name)).toSorted((a, b) => names.indexOf(a) - names.indexOf(b));
    if (!PARTS.has(part) || read.has(part) || known.length !== names.length) return null;
    read.set(part, known);
  }
  return read;
};
