import { isDeepStrictEqual } from 'node:util';
import type { SourceName } from '#server/sources/source.ts';
import {
  type Holder,
  isEmpty,
  mayWrite,
  type Priorities,
  ranksOf,
  takesField,
  takesPart,
  takesRecord,
} from './merge.rules.ts';

export interface Origin extends Holder {
  readonly fetchedAt: string;
}

/** A record as it stands. */
export interface HeldRecord {
  readonly id: number;
  readonly source: SourceName;
  readonly fetchedAt: string;
  /** Its fields, by their names on the wire. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The rows of its parts. */
  readonly parts: Readonly<Record<string, readonly object[]>>;
  /** What is not simply the record's source's. */
  readonly origins: Readonly<Record<string, Origin>>;
}

/** The rows of a part as a source tells them. */
export interface ToldPart {
  /** Whether the source names any, also such as are not taken for want of the other end. */
  readonly says: boolean;
  readonly rows: readonly object[];
}

export interface ToldRecord {
  readonly id: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, ToldPart>>;
}

export interface MergedRecord {
  readonly id: number;
  readonly isNew: boolean;
  /** Whether anything that readers see has changed. */
  readonly changed: boolean;
  readonly source: SourceName;
  readonly fetchedAt: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Fields whose values have changed. */
  readonly changedFields: ReadonlySet<string>;
  /** The parts whose rows have changed. */
  readonly parts: Readonly<Record<string, readonly object[]>>;
  readonly origins: Readonly<Record<string, Origin>>;
  readonly originsChanged: boolean;
}

/** What the fields of a kind of record are called: which are dates, and which one names the record. */
export interface Kind {
  readonly fields: readonly {
    readonly part: string;
    readonly list?: string;
    readonly type?: string;
    readonly date?: true;
  }[];
  readonly base: readonly string[];
}

export interface Telling {
  readonly source: SourceName;
  readonly at: string;
  readonly priorities: Priorities;
}

const who = (record: HeldRecord, part: string): Origin =>
  record.origins[part] ?? { source: record.source, fetchedAt: record.fetchedAt, locked: false };

/** A record that is not there yet: empty, and of whoever names it. */
const blank = (kind: Kind, id: number, { source, at }: Telling): HeldRecord => ({
  id,
  source,
  fetchedAt: at,
  fields: Object.fromEntries(
    kind.fields.map(({ part, list, type }) => [part, list ? [] : type === 'boolean' ? false : null]),
  ),
  parts: {},
  origins: {},
});

/**
 * What comes of a record when a source tells of it; null where that changes nothing: the source may not write there, or
 * the record is not there and what is told does not make one.
 */
export const mergeRecord = (
  kind: Kind,
  held: HeldRecord | null,
  told: ToldRecord,
  telling: Telling,
): MergedRecord | null => {
  const { source, at, priorities } = telling;
  const named = kind.base.every((part) => !isEmpty(told.fields[part] ?? null));
  if (held === null ? !named : !mayWrite(source, held.source)) return null;
  const before = held ?? blank(kind, told.id, telling);
  const owner = named && takesRecord(source, before.source) ? source : before.source;
  const origins: Record<string, Origin> = {};

  /** Notes whose a field or part is now. */
  const note = (part: string, taken: boolean, empty: boolean): void => {
    const held = who(before, part);
    const locked = source === 'editor' && before.source !== 'editor';
    const now = taken && (held.source !== source || locked) ? { source, fetchedAt: at, locked } : held;
    if (now.locked || (now.source !== owner && !empty)) origins[part] = now;
  };

  const fields: Record<string, unknown> = { ...before.fields };
  const changedFields = new Set<string>();
  for (const { part, date } of kind.fields) {
    const [old, value] = [before.fields[part], told.fields[part]];
    const ranks = ranksOf(part, priorities);
    const taken = value !== undefined && takesField(source, who(before, part), { held: old, told: value, date, ranks });
    if (taken && !isDeepStrictEqual(old, value)) {
      fields[part] = value;
      changedFields.add(part);
    }
    note(part, taken, isEmpty(fields[part]));
  }

  const parts: Record<string, readonly object[]> = {};
  for (const part of new Set([
    ...Object.keys(before.parts),
    ...Object.keys(told.parts),
    ...Object.keys(before.origins),
  ])) {
    if (part in fields) continue;
    const [old, value] = [before.parts[part] ?? [], told.parts[part]];
    const taken =
      value !== undefined &&
      takesPart(source, who(before, part), old.length > 0, value.says, ranksOf(part, priorities));
    if (taken && !isDeepStrictEqual(old, value.rows)) parts[part] = value.rows;
    note(part, taken, !(taken ? value.says : old.length > 0));
  }

  const changed = held === null || owner !== held.source || changedFields.size > 0 || Object.keys(parts).length > 0;
  return {
    id: told.id,
    isNew: held === null,
    changed,
    source: owner,
    fetchedAt: changed && owner === source ? at : before.fetchedAt,
    fields,
    changedFields,
    parts,
    origins,
    originsChanged: !isDeepStrictEqual(origins, before.origins),
  };
};
