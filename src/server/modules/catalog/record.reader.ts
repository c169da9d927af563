import { createBatcher } from '#server/kernel/batcher.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { ofAnyLength, statement } from '#server/platform/db/statement.ts';
import type { PlacedId } from '#server/sources/external-id.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

/** A record as JSON text, in pieces that are joined without being parsed. */
export interface RecordRow {
  readonly id: number;
  readonly core: string;
  /** Fields and parts whose source is not to be published. */
  readonly hidden: readonly string[] | null;
  /** The parts that were asked for as members of an object: `"genres":[…],"akas":[…]`. */
  readonly parts: string;
}

/** How a kind of record is read, as pieces of SQL. */
export interface ReaderOptions<Part extends string> {
  readonly name: string;
  /** Its parts, each with the key it has in the record. */
  readonly parts: Readonly<Record<Part, readonly [key: string, ...unknown[]]>>;
  readonly id: string;
  /** The record without parts; where sources are `restricted`, with what of it may be published. */
  readonly core: (restricted: boolean) => string;
  /** The names of what is not to be published, where `$sources` says so. */
  readonly hidden: string;
  readonly from: string;
  /** What `from` needs besides for these parts. */
  readonly beside?: (parts: readonly Part[]) => string;
  readonly published: string;
  readonly partPublished: (part: Part) => string;
  readonly partArray: (part: Part) => string;
}

/** How many statements stay prepared, two for most sets of parts; what is asked beyond them is parsed each time. */
const PREPARED = 64;
/** For how many sets of parts what is asked is collected. */
const COLLECTED_SETS = 32;

const types = { id: 'bigint', ids: 'bigint[]', site: 'text', space: 'text', value: 'text', ...visibilityTypes };

/** Which records a statement reads; what a site calls one is looked up on the way. */
const KEYED = {
  one: '= $id',
  many: `= any(${ofAnyLength('$ids', 'bigint[]')})`,
  elsewhere: '= (select x.record_id from external_id x where x.site = $site and x.space = $space and x.value = $value)',
};
type Keyed = keyof typeof KEYED;

/**
 * Makes the function that reads records by their keys, in no particular order, or the one that a site calls so. Each set of parts has its own statement: a part
 * that isn't asked for costs nothing, not even its place in the plan, and there are no switches in the text that would
 * make PostgreSQL plan it anew for every call. `= $id` plans for one record, `= any($ids)` for many.
 */
export const recordReader = <Part extends string>(options: ReaderOptions<Part>) => {
  const { id, core, hidden, from, beside, published, partPublished, partArray } = options;
  const all = Object.keys(options.parts) as Part[];

  const textOf = (parts: readonly Part[], restricted: boolean, keyed: Keyed): string => {
    const member = (part: Part, at: number) => {
      const array = restricted
        ? `case when ${partPublished(part)} then ${partArray(part)} else '[]' end`
        : partArray(part);
      return `'${at > 0 ? ',' : ''}"${options.parts[part][0]}":', ${array}`;
    };
    return `select ${id} as id, ${core(restricted)}::text as core
      ${restricted ? `, ${hidden} as hidden` : ''}
      ${parts.length > 0 ? `, concat(${parts.map(member).join(',\n')}) as parts` : ''}
      from ${from} ${beside?.(parts) ?? ''} where ${id} ${KEYED[keyed]} ${restricted ? `and ${published}` : ''}`;
  };

  const prepared = new Map<string, ReturnType<typeof statement<typeof types>>>();
  const statementFor = (parts: readonly Part[], restricted: boolean, keyed: Keyed) => {
    const bits = parts.reduce((sum, part) => sum | (1n << BigInt(all.indexOf(part))), 0n).toString(36);
    const name = `${options.name}_${bits}${restricted ? '_restricted' : ''}${keyed === 'one' ? '' : `_${keyed}`}`;
    const known = prepared.get(name);
    if (known) return known;
    const room = prepared.size < PREPARED;
    const made = statement(room ? name : '', textOf(parts, restricted, keyed), types);
    if (room) prepared.set(name, made);
    return made;
  };

  return async (
    db: Executor,
    of: readonly number[] | PlacedId,
    parts: readonly Part[],
    seen: Visibility,
  ): Promise<RecordRow[]> => {
    const [keys, at] = 'site' in of ? [[], of] : [of, null];
    const query = statementFor(parts, seen.sources !== null, at ? 'elsewhere' : keys.length === 1 ? 'one' : 'many');
    const { rows } = await db.query<Pick<RecordRow, 'id' | 'core'> & Partial<RecordRow>>(
      query({ id: keys[0], ids: keys, site: at?.site, space: at?.space, value: at?.id, ...visibilityValues(seen) }),
    );
    return rows.map(({ id, core, hidden = null, parts = '' }) => ({ id, core, hidden, parts }));
  };
};

/** How many records one statement reads at once: more would wait for a single process of a database that has several. */
const AT_ONCE = { withoutParts: 16, withParts: 4 } as const;

type ReadOne = (key: number) => Promise<RecordRow | undefined>;

/** Reads records one by one, those that are asked for with the same parts in one turn with one statement. */
export const readTogether = <Part extends string>(
  read: (keys: readonly number[], parts: readonly Part[]) => Promise<readonly RecordRow[]>,
) => {
  const readerOf = (parts: readonly Part[]): ReadOne =>
    createBatcher(
      async (keys: readonly number[]) => {
        const rows = new Map((await read([...new Set(keys)], parts)).map((row) => [row.id, row]));
        return keys.map((key) => rows.get(key));
      },
      parts.length > 0 ? AT_ONCE.withParts : AT_ONCE.withoutParts,
    );
  const readers = new Map<string, ReadOne>();
  return (key: number, parts: readonly Part[]): Promise<RecordRow | undefined> => {
    const name = parts.join();
    const known = readers.get(name);
    if (known) return known(key);
    // Whoever waits for one that is dropped still gets what it reads.
    if (readers.size >= COLLECTED_SETS) readers.clear();
    const made = readerOf(parts);
    readers.set(name, made);
    return made(key);
  };
};
