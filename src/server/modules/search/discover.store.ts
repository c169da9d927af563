import { TOTAL_CAP } from '#contracts/envelope.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Order, Position } from './discover.rules.ts';
import {
  bounds,
  COLUMNS,
  drafted,
  everyPart,
  type Filter,
  fromStep,
  KEYS,
  type Row,
  type Step,
  type Stretch,
  stepsFrom,
} from './discover.sql.ts';
import { steer } from './steer.store.ts';

/** So few matches are read and sorted before anything else is tried. */
const FEW = 2_000;
/** How many titles are read in order, in the hope that a page's worth of them matches. */
const TRIED = 8_000;

/** Reads titles in order and keeps what matches: quick where many match. */
const tryInOrder = async (tx: Transaction, stretch: Stretch): Promise<Row[]> => {
  const { values, matching, ...draft } = drafted(stretch.filter);
  const { key, where, order } = bounds(stretch, draft);
  const text = `select d.id, d.value from (select ${COLUMNS}, ${key} as value from title_document d where ${where} order by ${order} ${stretch.filter.narrow ? `limit ${TRIED}` : ''}) d
    where ${matching()} limit ${stretch.limit}`;
  return (await tx.query<{ id: number; value: string | number | null }>(text, values)).rows;
};

/** Reads and sorts all that matches; null where that is more than `most`. */
const sortAll = async (tx: Transaction, stretch: Stretch, most: number): Promise<Row[] | null> => {
  const { values, matching, ...draft } = drafted(stretch.filter);
  const { key, where, order } = bounds(stretch, draft);
  const inner = order.replace(key, 'd.value');
  const { rows } = await tx.query<{ id: number; value: string | number | null; total: number }>(
    `with m as materialized (select * from ${everyPart(`d.id, ${key} as value`, () => `${matching()} and ${where}`)} m limit ${most + 1})
      select d.id, d.value, (select count(*)::int from m) as total from m d order by ${inner} limit ${stretch.limit}`,
    values,
  );
  return (rows[0]?.total ?? 0) > most ? null : rows.map(({ id, value }) => ({ id, value }));
};

/** The first step that anything matches in, and those after it. */
const skipEmpty = async (tx: Transaction, stretch: Stretch): Promise<readonly Step[]> => {
  const steps = stepsFrom(stretch);
  if (steps[0]?.value === undefined) return steps;
  const { values, put } = drafted({ ...stretch.filter, ranges: {}, ids: null });
  const { rows } = await tx.query<{ at: number }>(
    `select s.at from unnest(${put(
      steps.map(({ tag }) => `${stretch.filter.query}${tag}`),
      'text[]',
    )}) with ordinality s (query, at) where exists (select from ${everyPart('1', () => 'd.words @@ s.query::tsquery')} m) limit 1`,
    values,
  );
  return steps.slice((rows[0]?.at ?? steps.length + 1) - 1);
};

/** Steps that are read in one statement. */
const STEPS_AT_ONCE = 6;

/** Reads and sorts what matches step by step, no further than a page needs. */
const sortMatches = async (tx: Transaction, stretch: Stretch, steps: readonly Step[]): Promise<Row[]> => {
  const found: Row[] = [];
  for (let at = 0; at < steps.length && found.length < stretch.limit; at += STEPS_AT_ONCE) {
    const { values, matching, ...draft } = drafted(stretch.filter);
    const { key, where, order } = bounds(stretch, draft);
    const limit = stretch.limit - found.length;
    const parts = steps
      .slice(at, at + STEPS_AT_ONCE)
      .map(
        ({ table, tag }) =>
          `(select d.id, ${key} as value from ${table} d where ${matching(tag)} and ${where} order by ${order} limit ${limit})`,
      );
    const text = `select * from (${parts.join(' union all ')}) m limit ${limit}`;
    found.push(...(await tx.query<{ id: number; value: string | number | null }>(text, values)).rows);
  }
  return found;
};

/** Reads a stretch the way that is quick for what was asked: where little matches, where much does, and in between. */
const readStretch = async (tx: Transaction, stretch: Stretch): Promise<Row[]> => {
  const { narrow, ids } = stretch.filter;
  const inOrder = async (bounded: Stretch): Promise<Row[]> => {
    await steer(tx, 'order');
    const rows = await tryInOrder(tx, bounded);
    await steer(tx, 'matches');
    return rows;
  };
  if (!narrow && ids === null) return inOrder(stretch);
  await steer(tx, 'matches');
  const few = await sortAll(tx, stretch, ids ? ids.length : FEW);
  if (few) return few;
  const tried = await inOrder(stretch);
  if (tried.length === stretch.limit) return tried;
  const all = await sortAll(tx, stretch, TOTAL_CAP);
  if (all) return all;
  const steps = await skipEmpty(tx, stretch);
  const [first] = steps;
  if (first?.value !== undefined) {
    const again = await inOrder({ ...stretch, within: fromStep(stretch, first.value) });
    if (again.length === stretch.limit) return again;
  }
  return sortMatches(tx, stretch, steps);
};

/** A page of the titles after a position: those with a value in order, then those without by id. */
export const pageOfTitles = async (
  tx: Transaction,
  filter: Filter,
  order: Order,
  after: Position | null,
  limit: number,
): Promise<Row[]> => {
  const valued = after?.value === null ? [] : await readStretch(tx, { filter, order, after, limit, valued: true });
  const { steps, column } = KEYS[order.sort];
  const isBounded = drafted(filter).bounding(column).length > 0;
  if (valued.length === limit || steps === null || isBounded) return valued;
  const from = after?.value === null ? after : null;
  const unvalued = await readStretch(tx, { filter, order, after: from, limit: limit - valued.length, valued: false });
  return [...valued, ...unvalued.map(({ id }) => ({ id, value: null }))];
};
