import type { TitlePart } from '#contracts/catalog.ts';
import { createRecords, type Lookup } from '#server/modules/catalog/record.service.ts';
import type { PartFilter } from '#server/modules/catalog/title.store.ts';
import { readView, TITLE_SHAPE } from '#server/modules/catalog/view.rules.ts';
import type { Visibility } from '#server/modules/catalog/visibility.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Everything may be seen, adult titles not in lists. */
export const ALL: Visibility = { imageBase: 'http://k/i/', sources: null, adult: false };

/** A title with nothing beside its record. */
export const PLAIN = readView(TITLE_SHAPE, {});

export const NOBODY = { accountId: null };

/** What was found, parsed; an error when it has moved. */
export const foundIn = (result: Lookup<string | { readonly json: string }>) => {
  if ('movedTo' in result) throw new Error(`moved to ${result.movedTo}`);
  return JSON.parse(typeof result.found === 'string' ? result.found : result.found.json);
};

/** The records of a database, with what they saw of ids in vain and a switch for what may be seen. */
export const recordsOn = (db: Database) => {
  const state = { seen: ALL, wanted: [] as string[] };
  const records = createRecords({ db, visibility: () => state.seen, onWanted: (id) => state.wanted.push(id) });
  const title = async (id: string, view = PLAIN) => foundIn(await records.title(id, view, NOBODY));
  const part = async (id: string, name: TitlePart, filter: PartFilter = {}, offset = 0, limit = 20) => {
    const result = await records.titlePart(id, name, { offset, limit }, filter, NOBODY);
    return { items: foundIn(result), total: 'found' in result ? result.found.total : 0 };
  };
  return { state, records, title, part };
};
