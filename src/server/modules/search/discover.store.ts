import { TOTAL_CAP } from '#contracts/list-limits.ts';
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
import type { Turn, Way } from './steer.store.ts';

/** So few matches are read and sorted before anything else is tried. */
const FEW = 2_000;
/**
 * How many titles are read in order, in the hope that a page's worth of them matches: first as many as cost less than
 * asking the inverted indexes would (0.6 µs each), then, where they have said that much matches, more.
 */
const TRIED = { first: 4_000, again: 12_000 } as const;

/** How many different texts keep a plan; what is asked beyond them is planned each time, which takes as long as reading. */
const MOST_PLANNED = 200;
const names = new Map<string, string>();

/** A statement that the connection plans once: the same text has the same name. */
export const planned = (text: string, values: unknown[]) => {
  const name = names.get(text) ?? (names.size < MOST_PLANNED ? `discover_${names.size}` : undefined);
  if (name === undefined) return { text, values };
  names.set(text, name);
  return { name, text, values };
};

/** Reads titles in order and keeps what matches: quick where many match. */
const tryInOrder = async (tx: Transaction, stretch: Stretch, most: number): Promise<Row[]> => {
  const { values, matching, ...draft } = drafted(stretch.filter);
  const { key, where, order } = bounds(stretch, draft);
  const limit = draft.put(stretch.limit, 'int');
  const text = `select d.id, d.value from (select ${COLUMNS}, ${key} as value from title_document d where ${where} order by ${order} ${stretch.filter.narrow ? `limit ${most}` : ''}) d
    where ${matching()} limit ${limit}`;
  return (await tx.query<{ id: number; value: string | number | null }>(planned(text, values))).rows;
};

/** Reads and sorts all that matches; null where that is more than `most`. */
const sortAll = async (tx: Transaction, stretch: Stretch, most: number): Promise<Row[] | null> => {
  const { values, matching, ...draft } = drafted(stretch.filter);
  const { key, where, order } = bounds(stretch, draft);
  const inner = order.replaceAll(key, 'd.value');
  const limit = draft.put(stretch.limit, 'int');
  const { rows } = await tx.query<{ id: number; value: string | number | null; total: number }>(
    planned(
      `with m as materialized (select * from ${everyPart(`d.id, ${key} as value`, () => `${matching()} and ${where}`)} m limit ${most + 1})
        select d.id, d.value, (select count(*)::int from m) as total from m d order by ${inner} limit ${limit}`,
      values,
    ),
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
    const limit = draft.put(stretch.limit - found.length, 'int');
    const parts = steps
      .slice(at, at + STEPS_AT_ONCE)
      .map(
        ({ table, tag }) =>
          `(select d.id, ${key} as value from ${table} d where ${matching(tag)} and ${where} order by ${order} limit ${limit})`,
      );
    const text = `select * from (${parts.join(' union all ')}) m limit ${limit}`;
    found.push(...(await tx.query<{ id: number; value: string | number | null }>(planned(text, values))).rows);
  }
  return found;
};

/**
 * How many titles are read in order before matches are looked for: as many as a page's worth is likely to be among, where
 * that is little, or less than what the inverted indexes would find; else none.
 */
const readFirst = ({ narrow, ids, share, candidates }: Filter, limit: number): number => {
  if (ids !== null) return 0;
  if (!narrow || share === null || candidates === null || limit < share * TRIED.first) return TRIED.first;
  return limit < share * Math.min(TRIED.again, candidates) ? TRIED.again : 0;
};

/** The way in which a page of so many titles is looked for first. */
export const firstWay = (filter: Filter, limit: number): Way => (readFirst(filter, limit) > 0 ? 'order' : 'matches');

/** Reads and sorts all that matches where that is little, or no page is likely to be found in order; null where it is not. */
const sortFew = async (tx: Transaction, turn: Turn, stretch: Stretch): Promise<Row[] | null> => {
  const { share, ids } = stretch.filter;
  const most = share === null || stretch.limit < share * TRIED.again ? FEW : TOTAL_CAP;
  await turn('matches');
  return sortAll(tx, stretch, ids?.length ?? most);
};

/**
 * Reads a stretch the way that is quick for what was asked: where little matches, where much does, and in between.
 * `isMuch`: it is known already that more than a little matches.
 */
const readStretch = async (tx: Transaction, turn: Turn, stretch: Stretch, isMuch: boolean): Promise<Row[]> => {
  const { narrow } = stretch.filter;
  const inOrder = async (bounded: Stretch, most: number): Promise<Row[]> => {
    await turn('order');
    return tryInOrder(tx, bounded, most);
  };
  let reading = isMuch && narrow ? 0 : readFirst(stretch.filter, stretch.limit);
  while (reading > 0) {
    const rows = await inOrder(stretch, reading);
    if (!narrow || rows.length === stretch.limit) return rows;
    const isClose = reading < TRIED.again && rows.length * TRIED.again > stretch.limit * reading;
    if (!isClose) break;
    reading = TRIED.again;
  }
  const few = isMuch ? null : await sortFew(tx, turn, stretch);
  if (few) return few;
  if (reading < TRIED.again) {
    const rows = await inOrder(stretch, TRIED.again);
    if (rows.length === stretch.limit) return rows;
  }
  await turn('matches');
  const all = await sortAll(tx, stretch, TOTAL_CAP);
  if (all) return all;
  const steps = await skipEmpty(tx, stretch);
  const [first] = steps;
  if (first?.value !== undefined) {
    const again = await inOrder({ ...stretch, within: fromStep(stretch, first.value) }, TRIED.again);
    if (again.length === stretch.limit) return again;
    await turn('matches');
  }
  return sortMatches(tx, stretch, steps);
};

/** A page of the titles after a position: those with a value in order, then those without by id. */
export const pageOfTitles = async (
  tx: Transaction,
  turn: Turn,
  filter: Filter,
  order: Order,
  after: Position | null,
  limit: number,
): Promise<Row[]> => {
  // What is likely to be little is read at once, with and without a value.
  const isLittle = after === null && readFirst(filter, limit) === 0;
  const little = isLittle ? await sortFew(tx, turn, { filter, order, after, limit, valued: 'both' }) : null;
  if (little) return little;
  const stretch = { filter, order };
  const valued =
    after?.value === null ? [] : await readStretch(tx, turn, { ...stretch, after, limit, valued: true }, isLittle);
  const { steps, column } = KEYS[order.sort];
  const isBounded = drafted(filter).bounding(column).length > 0;
  if (valued.length === limit || steps === null || isBounded) return valued;
  const from = after?.value === null ? after : null;
  const rest = { ...stretch, after: from, limit: limit - valued.length, valued: false };
  const unvalued = await readStretch(tx, turn, rest, false);
  return [...valued, ...unvalued.map(({ id }) => ({ id, value: null }))];
};
