import { type PreparedQuery, statement } from '#server/platform/db/statement.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

/** What a statement that reads records has to read. */
export interface PartSet<Part extends string> {
  readonly parts: readonly Part[];
  /** Whether only some sources may be published, so that each part's source has to be looked at. */
  readonly restricted: boolean;
  /** The condition that picks the records: `= $id` plans for one row, where `= any($ids)` plans for many. */
  readonly picked: '= $id' | '= any($ids)';
}

/** How many different sets keep a prepared statement; what is asked beyond them is parsed each time. */
const PREPARED_SETS = 32;

const types = { id: 'bigint', ids: 'bigint[]', ...visibilityTypes };

/**
 * One statement for each set of parts that somebody asks for: a part that isn't asked for costs nothing, not even its
 * place in the plan, and the plan holds no switches that would tempt PostgreSQL to make it anew for each call.
 */
export const partStatements = <Part extends string>(
  name: string,
  all: readonly Part[],
  textOf: (set: PartSet<Part>) => string,
): ((keys: readonly number[], parts: readonly Part[], seen: Visibility) => PreparedQuery) => {
  const prepared = new Map<string, ReturnType<typeof statement<typeof types>>>();
  return (keys, parts, seen) => {
    const bits = parts.reduce((sum, part) => sum | (1 << all.indexOf(part)), 0);
    const restricted = seen.sources !== null;
    const one = keys.length === 1;
    const key = `${name}_${bits.toString(36)}${restricted ? '_restricted' : ''}${one ? '' : '_many'}`;
    let made = prepared.get(key);
    if (!made) {
      const room = prepared.size < PREPARED_SETS;
      const asked = all.filter((part) => parts.includes(part));
      made = statement(
        room ? key : '',
        textOf({ parts: asked, restricted, picked: one ? '= $id' : '= any($ids)' }),
        types,
      );
      if (room) prepared.set(key, made);
    }
    return made({ id: keys[0], ids: keys, ...visibilityValues(seen) });
  };
};
