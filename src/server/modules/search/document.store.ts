import type { Executor } from '#server/platform/db/database.ts';
import {
  PERSON_DOCUMENTS,
  PERSON_VOTES,
  personDocuments,
  scoped,
  TITLE_DOCUMENTS,
  TITLE_NAMES,
  titleDocuments,
} from './document.sql.ts';

export type DocumentTable = 'title_document' | 'person_document';

/** Lower bounds of the partitions' popularity, as in the migration. */
const BOUNDS = ['4.5', '3.5', '2', '0.75', '0.35', '-0.1', '-0.75', 'minvalue'] as const;
export const PARTS = BOUNDS.map((_, at) => at);

const COMPUTED = { title_document: TITLE_DOCUMENTS, person_document: PERSON_DOCUMENTS } as const;

/** Sorting and index building in the default few megabytes would take several times as long. */
export const allowMemory = async (tx: Executor): Promise<void> => {
  await tx.query(`set local maintenance_work_mem = '512MB'`);
  await tx.query(`set local work_mem = '128MB'`);
};

/** About how much of the time of documents goes into computing them; the rest is writing them in order, and indexes. */
const COMPUTING = 0.6;

/** What documents of a kind are computed from besides single records: sums over rows of their parts. */
const SUMMED = {
  title_document: { summed: TITLE_NAMES, documents: titleDocuments },
  person_document: { summed: PERSON_VOTES, documents: personDocuments },
} as const;

/**
 * All documents of a kind into `<table>_computed`. What is summed up is a table of its own first: a sum over everything
 * within the statement would leave the folding of all names to one process.
 */
const computeAll = async (tx: Executor, table: DocumentTable): Promise<number> => {
  const { summed, documents } = SUMMED[table];
  await tx.query(`create unlogged table ${table}_summed as ${scoped(summed, null)}`);
  await tx.query(`analyze ${table}_summed`);
  const text = scoped(documents(`${table}_summed`), null);
  const { rowCount } = await tx.query(`create unlogged table ${table}_computed as ${text}`);
  await tx.query(`drop table ${table}_summed`);
  return rowCount ?? 0;
};

/**
 * Computes all documents of a kind into new tables; they take the place of the old ones with `swapDocuments`. `tell` hears
 * how far it is, 0 to 1.
 */
export const computeDocuments = async (
  tx: Executor,
  table: DocumentTable,
  tell: (within: number) => void,
): Promise<void> => {
  tell(0);
  const all = await computeAll(tx, table);
  await tx.query(`create table ${table}_next (like ${table}) partition by range (popularity)`);
  let written = 0;
  for (const at of PARTS) {
    const from = BOUNDS[at];
    const to = BOUNDS[at - 1] ?? 'maxvalue';
    const within = [
      from === 'minvalue' ? 'true' : `popularity >= '${from}'::real`,
      to === 'maxvalue' ? 'true' : `popularity < '${to}'::real`,
    ];
    await tx.query(`create table ${table}_next_${at} (like ${table})`);
    // In this order on disk, so that whoever reads only the first matches of a partition reads the best-known ones.
    tell(COMPUTING + (1 - COMPUTING) * (written / (all || 1)));
    const { rowCount } = await tx.query(
      `insert into ${table}_next_${at} select * from ${table}_computed where ${within.join(' and ')} order by popularity desc, id`,
    );
    written += rowCount ?? 0;
    await tx.query(`select index_${table}('${table}_next_${at}')`);
    await tx.query(
      `alter table ${table}_next attach partition ${table}_next_${at} for values from (${from}) to (${to})`,
    );
    await tx.query(`analyze ${table}_next_${at}`);
  }
  await tx.query(`drop table ${table}_computed`);
};

export const swapDocuments = async (tx: Executor, table: DocumentTable): Promise<void> => {
  await tx.query(`drop table ${table}`);
  await tx.query(`alter table ${table}_next rename to ${table}`);
  for (const at of PARTS) await tx.query(`alter table ${table}_next_${at} rename to ${table}_${at}`);
  if (table === 'title_document') await tx.query('update search_form set pairs = true where not pairs');
};

/** Whether a table names any record: an edit is of one, and most of what follows would be in vain for the other kind. */
export const hasRows = async (tx: Executor, table: string): Promise<boolean> =>
  (await tx.query(`select 1 from ${table} limit 1`)).rows.length > 0;

/**
 * Brings the documents of the records whose ids a table holds up to date; one that would stay the same isn't written,
 * unless `anew`. What went and what came stands in `changed_document` afterwards.
 */
export const updateDocuments = async (tx: Executor, table: DocumentTable, ids: string, anew = false): Promise<void> => {
  const same = anew
    ? 'false'
    : 'exists (select from next_document n where n.id = d.id and n.* is not distinct from d.*)';
  await tx.query(`drop table if exists pg_temp.next_document, pg_temp.changed_document`);
  await tx.query(`create temp table next_document (like ${table}) on commit drop`);
  await tx.query(`insert into next_document ${scoped(COMPUTED[table], ids)}`);
  await tx.query(`create temp table changed_document (popularity real, words tsvector, sign int) on commit drop`);
  await tx.query(`with gone as (delete from ${table} d where d.id in (select id from ${ids})
      and not ${same} returning d.popularity, d.words)
    insert into changed_document select popularity, words, -1 from gone`);
  await tx.query(`with come as (insert into ${table} select n.* from next_document n
      where not exists (select from ${table} d where d.id = n.id) returning popularity, words)
    insert into changed_document select popularity, words, 1 from come`);
};

/** Genres as they are written, by their tag. */
const genreNames = (ids: string | null): string => `insert into genre (tag, genre)
  select distinct on (1) lower(u.genre collate "C"), u.genre from title t cross join lateral unnest(t.genres) u (genre)
  where ${ids === null ? 'true' : `t.id in (select id from ${ids})`} order by 1, 2 on conflict (tag) do nothing`;

export const replaceGenres = async (tx: Executor): Promise<void> => {
  await tx.query('delete from genre_count');
  await tx.query(`insert into genre_count (tag, source, adult, titles)
    select lower(u.genre collate "C"), t.source, t.adult, count(*) from title t cross join lateral unnest(t.genres) u (genre) group by 1, 2, 3`);
  await tx.query('delete from genre');
  await tx.query(genreNames(null));
};

/** Counts what updateDocuments has changed. */
export const updateGenres = async (tx: Executor, ids: string): Promise<void> => {
  await tx.query(genreNames(ids));
  await tx.query(`insert into genre_count (tag, source, adult, titles)
    select substr(w.tag, 4), (select substr(s, 4) from unnest(tsvector_to_array(c.words)) s where left(s, 3) = '@s:'),
      c.words @@ '''@x'''::tsquery, sum(c.sign)
    from changed_document c cross join lateral unnest(tsvector_to_array(c.words)) w (tag)
    where left(w.tag, 3) = '@g:' group by 1, 2, 3 having sum(c.sign) <> 0
    on conflict (tag, source, adult) do update set titles = genre_count.titles + excluded.titles`);
};
