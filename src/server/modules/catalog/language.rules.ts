import { PAIRS } from '#server/kernel/codes.ts';
import { type ParsedId, parseImdbId, type RecordKind } from '#server/kernel/ids.ts';

/** What a title is called somewhere, as far as a language is chosen by it. */
export interface CalledAs {
  readonly title: string;
  readonly region: string | null;
  readonly language: string | null;
  readonly types: readonly string[] | null;
  readonly attributes: readonly string[] | null;
  readonly ordering: number;
}

/** A language that titles are told in. */
export interface Tongue {
  /** Its codes in the catalogue, together with those of the languages that are taken for the same. */
  readonly languages: readonly string[];
  /** The region that was asked for; where none was, `usual`. */
  readonly home: string | undefined;
  /** The region that most of its speakers live in. */
  readonly usual: string | undefined;
  /** Regions where a name without a language is in this one, since most people there speak it. */
  readonly regions: readonly string[];
}

/** Languages whose titles are not told apart, by the one that stands for all. */
const KIN: Readonly<Record<string, readonly string[]>> = { zh: ['zh', 'cmn', 'yue'], no: ['no', 'nb', 'nn'] };
const kinOf = (language: string): readonly string[] =>
  Object.values(KIN).find((kin) => kin.includes(language)) ?? [language];

/** The language most people speak, by region: some hundreds of questions to `Intl`, a few milliseconds. */
export const languagesOfRegions = (): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const regions = PAIRS.map((pair) => pair.toUpperCase()).filter((region) => names.of(region));
  return new Map(regions.map((region) => [region, new Intl.Locale(`und-${region}`).maximize().language]));
};

/** A language by its tag, as `languageTag` gives it. */
export const tongueOf = (tag: string, spokenIn: ReadonlyMap<string, string>): Tongue => {
  const locale = new Intl.Locale(tag);
  const languages = kinOf(locale.language);
  const { region: usual } = new Intl.Locale([locale.language, locale.script].filter(Boolean).join('-')).maximize();
  const regions = [...spokenIn].flatMap(([region, language]) => (languages.includes(language) ? [region] : []));
  return { languages, home: locale.region ?? usual, usual, regions };
};

/** How well a name fits, 0 best; null where it is in another language. */
const rankOf = ({ region, language }: CalledAs, { languages, home, usual, regions }: Tongue): number | null => {
  const isSaid = language !== null && languages.includes(language);
  if (!isSaid && (language !== null || region === null || !regions.includes(region))) return null;
  const unsaid = isSaid ? 0 : 1;
  if (region === home) return unsaid;
  // Whole of the world, or no region at all.
  if (region === null || region.length > 2) return 2;
  return (region === usual ? 3 : 5) + unsaid;
};

/** Names that nobody would take for the usual one. */
const UNUSUAL: ReadonlySet<string> = new Set(['working', 'alternative', 'festival']);
/** A name with a remark is a literal title, a transcription, a longer form. */
const isUsual = ({ types, attributes }: CalledAs): boolean =>
  !attributes?.length && !types?.some((type) => UNUSUAL.has(type));
/** Names of discs and broadcasts are for titles that have no other one. */
const isShown = ({ types }: CalledAs): boolean => !types?.length || types.includes('imdbDisplay');

/**
 * What a title is called in a language; null where that is not known. Of the usual names those that it is shown under come
 * first, then those of the region, of the world, of the language's usual region, of any other.
 */
export const titleIn = (tongue: Tongue, akas: readonly CalledAs[]): string | null => {
  const fitting = akas.flatMap((aka) => {
    const rank = isUsual(aka) ? rankOf(aka, tongue) : null;
    return rank === null ? [] : [{ aka, order: [isShown(aka) ? 0 : 1, rank, aka.ordering] }];
  });
  const [best] = fitting.toSorted((a, b) => a.order.map((n, at) => n - (b.order[at] ?? 0)).find((n) => n !== 0) ?? 0);
  return best?.aka.title ?? null;
};

/** What an answer is of. */
export type Own = Pick<ParsedId, 'kind' | 'key'>;

/** A record in an answer. */
export interface Told {
  readonly kind: RecordKind;
  readonly key: number;
  readonly record: Record<string, unknown>;
}

const ownOf = (id: unknown): Own | null => (typeof id === 'string' ? parseImdbId(id) : null);

/**
 * Whatever stands beside its id in an answer, however deep: records and references. `own` is what the answer as a whole is
 * of, for records that were asked for without their id; an item of a batch has it beside it.
 */
export const recordsIn = (value: unknown, own: Own | null = null): readonly Told[] => {
  if (Array.isArray(value)) return value.flatMap((each) => recordsIn(each));
  if (value === null || typeof value !== 'object') return [];
  const record = value as Record<string, unknown>;
  const of = record.imdbId === undefined ? own : ownOf(record.imdbId);
  const inner = Object.entries(record).flatMap(([name, each]) =>
    recordsIn(each, name === 'data' ? ownOf(record.id) : null),
  );
  return of === null ? inner : [{ kind: of.kind, key: of.key, record }, ...inner];
};

/** A record in an answer that has the name of a title. */
export interface Named {
  readonly key: number;
  readonly record: { title: string };
}

/** Those that name a title; names of other things are left alone. */
export const namedOf = (records: readonly Told[]): readonly Named[] =>
  records.flatMap(({ kind, key, record }) =>
    kind === 'movie' && typeof record.title === 'string' ? [{ key, record: record as { title: string } }] : [],
  );
