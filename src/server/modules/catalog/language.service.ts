import { type JsonText, toJson } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import {
  languagesOfRegions,
  namedOf,
  type Own,
  recordsIn,
  type Told,
  type Tongue,
  titleIn,
  tongueOf,
} from './language.rules.ts';
import { readTitlesIn } from './language.store.ts';
import { describedOf, type Text, tellText, textIn } from './text.rules.ts';
import { readBiographies } from './text.store.ts';
import type { Visibility } from './visibility.ts';

/** Languages that are kept; people ask for a handful of them. */
const TONGUES = 500;

const keysOf = (of: readonly { readonly key: number }[]): readonly number[] => [...new Set(of.map(({ key }) => key))];
const tellBest = (told: Told, texts: readonly Text[] = [], tongue: Tongue): void => {
  const text = textIn(tongue, texts);
  if (text) tellText(told, text);
};

/** Tells answers in another language: titles, whatever refers to them by id and title, and plots and biographies. */
export const createTelling = ({ db, visibility }: { readonly db: Executor; readonly visibility: () => Visibility }) => {
  let spokenIn: ReadonlyMap<string, string> | null = null;
  const tongues = new Map<string, Tongue>();
  const tongueBy = (tag: string): Tongue => {
    spokenIn ??= languagesOfRegions();
    const known = tongues.get(tag);
    if (known) return known;
    const made = tongueOf(tag, spokenIn);
    if (tongues.size >= TONGUES) tongues.clear();
    tongues.set(tag, made);
    return made;
  };

  const tellTitles = async (records: readonly Told[], tongue: Tongue): Promise<void> => {
    const named = namedOf(records);
    const described = describedOf(records, tongue).filter(({ kind }) => kind === 'movie');
    if (named.length + described.length === 0) return;
    const keys = { named: keysOf(named), described: keysOf(described) };
    const said = await readTitlesIn(db, keys, tongue, visibility());
    for (const { key, record } of named) record.title = titleIn(tongue, said.get(key)?.called ?? []) ?? record.title;
    for (const one of described) tellBest(one, said.get(one.key)?.texts, tongue);
  };

  const tellPeople = async (records: readonly Told[], tongue: Tongue): Promise<void> => {
    const described = describedOf(records, tongue).filter(({ kind }) => kind === 'name');
    if (described.length === 0) return;
    const texts = await readBiographies(db, keysOf(described), tongue.languages, visibility());
    for (const one of described) tellBest(one, texts.get(one.key), tongue);
  };

  /**
   * The JSON with every title as it is called in this language, and every plot and biography as it is told in it; as it was
   * where that isn't known. Without a language it is left alone. `own` is what the answer is of, which may be without its id.
   */
  return async (json: JsonText, language: string | undefined, own?: Own): Promise<JsonText> => {
    if (!language) return json;
    const value: unknown = JSON.parse(json);
    const records = recordsIn(value, own);
    if (records.length === 0) return json;
    const tongue = tongueBy(language);
    await Promise.all([tellTitles(records, tongue), tellPeople(records, tongue)]);
    return toJson(value);
  };
};
