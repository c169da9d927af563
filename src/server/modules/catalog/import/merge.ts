import type { Executor } from '#server/platform/db/database.ts';
import { joinWhole } from './import.store.ts';
import { dropNext, fillNext, finishNext } from './rebuild.ts';
import { NEXT } from './staging.ts';

/** A table of the catalogue with its views `wanted_x` and `old_x`. */
export interface MergeTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Tells the rows of one file from those of another. */
  readonly group?: string;
  /** Columns with the titles whose records a changed row belongs to. */
  readonly titles?: readonly string[];
  /** `wanted_x` has every old row, and says which are `added` and which are to be written: `fresh`. */
  readonly tells?: true;
  /** Nobody asks how many rows were added and changed. */
  readonly uncounted?: true;
}

export interface Tally {
  /** Rows that are to be there. */
  readonly wanted: number;
  readonly added: number;
  readonly changed: number;
}

export interface Merged {
  /** By the value of `group`; under '' where there is none. */
  readonly tallies: ReadonlyMap<string, Tally>;
  /** The new table waits in its schema to be put in the old one's place. */
  readonly rebuilt: boolean;
  /** The records (of a table with the key `id`) that were written: `id, added`. */
  readonly written: string;
}

/** From here on it is cheaper to write a table anew than to change it. */
const REBUILD_SHARE = 1 / 3;
const REBUILD_LEAST = 1_000;
const GROWTH = 4;

const list = (alias: string, columns: readonly string[]): string => columns.map((c) => `${alias}.${c}`).join(', ');
const row = (alias: string, columns: readonly string[]): string => `row(${list(alias, columns)})`;
const equal = (a: string, b: string, columns: readonly string[]): string =>
  columns.map((c) => `${a}.${c} = ${b}.${c}`).join(' and ');

const touch = async (tx: Executor, titles: readonly string[], rows: string): Promise<void> => {
  for (const column of titles)
    await tx.query(`insert into import.touched select distinct d.${column} from (${rows}) d`);
};

/** Of a table of `total` rows that was written without comparing, in the place of those `replaced`; `outside` are those that are not spoken of. */
const tallyDirectly = async (
  tx: Executor,
  { table, key, columns, group, uncounted }: MergeTable,
  total: number,
  replaced: string,
  outside: string,
): Promise<Map<string, Tally>> => {
  if (uncounted) return new Map();
  const by = (alias: string): string => (group ? `${alias}.${group}` : "''");
  const all = group
    ? `select n.${group}, count(*), 0, 0 from ${NEXT}.${table} n group by 1`
    : `select '', ${total}, 0, 0`;
  const { rows } = await tx.query<{ name: string; wanted: number; there: number; same: number }>(`
    select name::text, sum(wanted)::int as wanted, sum(there)::int as there, sum(same)::int as same from (
      ${all}
      union all select ${by('x')}, - count(*), 0, 0 from (${outside}) x group by 1
      union all select ${by('n')}, 0, count(*), count(*) filter (where ${row('o', columns)} is not distinct from ${row('n', columns)})
        from ${replaced} o join ${NEXT}.${table} n on ${equal('o', 'n', key)} group by 1) c (name, wanted, there, same)
    group by 1`);
  return new Map(
    rows.map(({ name, wanted, there, same }) => [name, { wanted, added: wanted - there, changed: there - same }]),
  );
};

/** The new table: what is wanted and what is not spoken of, without the detour of comparing first. */
const writeDirectly = async (tx: Executor, spec: MergeTable, oldRows: number): Promise<Merged | null> => {
  const { table, key, columns, titles = [] } = spec;
  // The old rows are asked for several times; their view would be gone through each time, and its size is not known.
  const replaced = `import.replaced_${table}`;
  await tx.query(`create unlogged table ${replaced} as select ${list('o', columns)} from import.old_${table} o`);
  await tx.query(`analyze ${replaced}`);
  const outside = `select ${list('t', columns)} from public.${table} t
    where not exists (select from ${replaced} o where ${equal('o', 't', key)})`;
  const total = await fillNext(
    tx,
    table,
    `select ${list('w', columns)} from import.wanted_${table} w union all ${outside}`,
  );
  if (total <= oldRows * GROWTH) {
    await dropNext(tx, table);
    return null;
  }
  await finishNext(tx, table);
  // The few old rows and their titles are looked up in the new table, whose keys are there and whose size is known.
  await joinWhole(tx, false);
  const tallies = await tallyDirectly(tx, spec, total, replaced, outside);
  for (const column of titles) {
    await touch(
      tx,
      [column],
      `select n.${column} from ${NEXT}.${table} n join public.title t on t.id = n.${column}
        where not exists (select from public.${table} o where ${equal('o', 'n', key)} and ${row('o', columns)} is not distinct from ${row('n', columns)})
      union all select o.${column} from ${replaced} o where not exists (select from ${NEXT}.${table} n
        where ${equal('n', 'o', key)} and n.${column} = o.${column})`,
    );
  }
  await joinWhole(tx, true);
  return {
    tallies,
    rebuilt: true,
    written: `select n.id, o.id is null as added
      from ${NEXT}.${table} n left join public.${table} o on o.id = n.id where n.updated_at = now()`,
  };
};

/** What differs between the wanted and the old rows; a row that is gone has only its key and group, `was` is the group before. */
const compare = async (tx: Executor, { table, key, columns, group, tells }: MergeTable): Promise<number> => {
  const shown = (c: string): string => (key.includes(c) || c === group ? `coalesce(w.${c}, o.${c}) as ${c}` : `w.${c}`);
  const differing = tells
    ? `select ${list('w', columns)}, w.added, false as gone from import.wanted_${table} w where w.fresh`
    : `select ${columns.map(shown).join(', ')}, o.${key[0]} is null as added, w.${key[0]} is null as gone${group ? `, o.${group} as was` : ''}
      from (select ${list('v', columns)} from import.wanted_${table} v) w
        full join (select ${list('v', columns)} from import.old_${table} v) o on ${equal('w', 'o', key)}
      where ${row('w', columns)} is distinct from ${row('o', columns)}`;
  const { rowCount } = await tx.query(`create unlogged table import.diff_${table} as ${differing}`);
  await tx.query(`analyze import.diff_${table}`);
  return rowCount ?? 0;
};

const tallyDiff = async (tx: Executor, { table, group, uncounted }: MergeTable): Promise<Map<string, Tally>> => {
  if (uncounted) return new Map();
  const by = (column: string): string => (group ? `${column}::text` : "''");
  // The old rows and what differs make the wanted ones, whose view takes longer.
  const { rows } = await tx.query<Tally & { name: string }>(`
    select name, sum(wanted)::int as wanted, sum(added)::int as added, sum(changed)::int as changed from (
      select ${by(`o.${group}`)} as name, count(*) as wanted, 0 as added, 0 as changed from import.old_${table} o group by 1
      union all select ${by('d.was')}, - count(*), 0, 0 from import.diff_${table} d where not added group by 1
      union all select ${by(`d.${group}`)}, count(*) filter (where not gone), count(*) filter (where added),
          count(*) filter (where not added and not gone)
        from import.diff_${table} d group by 1) c
    group by 1`);
  return new Map(rows.map(({ name, ...tally }) => [name, tally]));
};

const applyDiff = async (tx: Executor, { table, key, columns }: MergeTable): Promise<void> => {
  const diff = `import.diff_${table}`;
  await tx.query(`delete from public.${table} t using ${diff} d where ${equal('t', 'd', key)} and not d.added`);
  await tx.query(
    `insert into public.${table} (${columns.join(', ')}) select ${list('d', columns)} from ${diff} d where not d.gone`,
  );
};

const writeDiff = async (tx: Executor, spec: MergeTable, oldRows: number, replaceable: boolean): Promise<Merged> => {
  const { table, key, columns, titles = [] } = spec;
  const differing = await compare(tx, spec);
  const tallies = await tallyDiff(tx, spec);
  const written = `select id, added from import.diff_${table} where not gone`;
  if (differing === 0) return { tallies, rebuilt: false, written };
  await touch(tx, titles, `select * from import.diff_${table}`);
  // Of a row that is gone or says otherwise, the old one's titles have changed, too.
  const others = titles.filter((column) => !key.includes(column));
  await touch(
    tx,
    others,
    `select o.* from public.${table} o join import.diff_${table} x on ${equal('o', 'x', key)} where not x.added`,
  );
  const rebuilt = replaceable && differing > Math.max(REBUILD_LEAST, oldRows * REBUILD_SHARE);
  if (rebuilt) {
    const rest = `select ${list('t', columns)} from public.${table} t
      where not exists (select from import.diff_${table} d where ${equal('d', 't', key)})`;
    await fillNext(
      tx,
      table,
      `select ${list('d', columns)} from import.diff_${table} d where not d.gone union all ${rest}`,
    );
    await finishNext(tx, table);
  } else await applyDiff(tx, spec);
  return { tallies, rebuilt, written };
};

/**
 * Brings one table to what its view wants and writes nothing that is so already. `staged` is about how many rows may
 * come; where they are far more than the table has, it is written anew without comparing.
 */
export const mergeTable = async (
  tx: Executor,
  spec: MergeTable,
  staged: number,
  replaceable: boolean,
): Promise<Merged> => {
  const { rows } = await tx.query<{ n: number }>(`select count(*) as n from public.${spec.table}`);
  const oldRows = rows[0]?.n ?? 0;
  const direct = replaceable && staged > oldRows * GROWTH ? await writeDirectly(tx, spec, oldRows) : null;
  return direct ?? writeDiff(tx, spec, oldRows, replaceable);
};
