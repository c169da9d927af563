import { isDeepStrictEqual } from 'node:util';
import { MOST_SHOWN, type PartChange } from '#contracts/fetch.api.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import type { HeldRecord, ToldRecord } from '../apply.rules.ts';
import { partValue } from '../editor/edit.rules.ts';
import type { Standing } from '../editor/edit.service.ts';
import { changedParts } from '../editor/noted.rules.ts';
import { isEmpty } from '../merge.rules.ts';

const isRows = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.some((row) => typeof row === 'object');

const rowsOf = (value: unknown): readonly object[] => (isRows(value) ? value : []);

/** Those of the rows that the others lack, as often as they lack them. */
const lackedBy = (others: readonly object[], rows: readonly object[]): object[] => {
  const left = new Map<string, number>();
  for (const row of others) {
    const text = JSON.stringify(row);
    left.set(text, (left.get(text) ?? 0) + 1);
  }
  return rows.filter((row) => {
    const text = JSON.stringify(row);
    const has = left.get(text) ?? 0;
    left.set(text, has - 1);
    return has <= 0;
  });
};

const listChange = (from: readonly object[], to: readonly object[]): PartChange['list'] => {
  const [come, go] = [lackedBy(from, to), lackedBy(to, from)];
  return {
    ...{ from: from.length, to: to.length, added: come.length, removed: go.length },
    come: come.slice(0, MOST_SHOWN),
    go: go.slice(0, MOST_SHOWN),
  };
};

/** What of a record is not what it was, part by part. `before` is null for one that was not there. */
export const differenceOf = (kind: RecordKind, before: Standing | null, after: Standing): PartChange[] =>
  changedParts(kind, before, after).map((part): PartChange => {
    const from = before && partValue(kind, before, part);
    const to = partValue(kind, after, part);
    const source = after.origins[part]?.source ?? after.source;
    const was = before === null || isEmpty(from) ? null : (before.origins[part]?.source ?? before.source);
    const about = { part, source, was };
    if (!isRows(from) && !isRows(to)) return { ...about, from, to, list: null };
    return { ...about, from: null, to: null, list: listChange(rowsOf(from), rowsOf(to)) };
  });

/** Fields and parts that an editor has locked and of which a source says something else. */
export const lockedOut = (held: HeldRecord | null, told: ToldRecord): string[] =>
  Object.entries(held?.origins ?? {}).flatMap(([part, { locked }]) => {
    if (!locked || held === null) return [];
    const [field, list] = [told.fields[part], told.parts[part]];
    const differs =
      list === undefined
        ? field !== undefined && !isEmpty(field) && !isDeepStrictEqual(field, held.fields[part])
        : list.says && !isDeepStrictEqual(list.rows, held.parts[part] ?? []);
    return differs ? [part] : [];
  });
