import type { RecordKind } from '#server/kernel/ids.ts';
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
import { readCalled } from './language.store.ts';
import { describedOf, tellText, textIn } from './text.rules.ts';
import { readTexts } from './text.store.ts';
import type { Visibility } from './visibility.ts';

/** Languages that are kept; people ask for a handful of them. */
const TONGUES = 500;

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

  const nameAll = async (records: readonly Told[], tongue: Tongue): Promise<void> => {
    const named = namedOf(records);
    if (named.length === 0) return;
    const called = await readCalled(db, [...new Set(named.map(({ key }) => key))], tongue, visibility());
    for (const { key, record } of named) record.title = titleIn(tongue, called.get(key) ?? []) ?? record.title;
  };

  const describeAll = async (records: readonly Told[], kind: RecordKind, tongue: Tongue): Promise<void> => {
    const described = describedOf(records, tongue).filter((one) => one.kind === kind);
    const keys = [...new Set(described.map(({ key }) => key))];
    const texts = await readTexts(db, kind, keys, tongue.languages, visibility());
    for (const one of described) {
      const text = textIn(tongue, texts.get(one.key) ?? []);
      if (text) tellText(one, text);
    }
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
    await Promise.all([
      nameAll(records, tongue),
      describeAll(records, 'movie', tongue),
      describeAll(records, 'name', tongue),
    ]);
    return toJson(value);
  };
};
