import type { Executor } from '#server/platform/db/database.ts';
import { PERSON_DOCUMENTS, scoped, TITLE_DOCUMENTS } from './document.sql.ts';

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
  const { rowCount: all } = await tx.query(
    `create unlogged table ${table}_computed as ${scoped(COMPUTED[table], null)}`,
  );
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

/** How many words are kept for finding what is mistyped, and how many of the best-known records they come from. */
const WORDS = 200_000;
const RECORDS = 400_000;

const wordsOf = (documents: string): string => `select w.word, max(d.popularity) as weight
  from (${documents}) d cross join lateral unnest(tsvector_to_array(d.words)) w (word)
  where left(w.word, 1) not in ('=', '@') and length(w.word) between 3 and 40 group by w.word order by weight desc limit ${WORDS}`;

/** Makes the vocabulary anew from the best-known titles and people, of the new documents or of those that stand. */
export const computeVocabulary = async (tx: Executor, of: '_next' | '' = '_next'): Promise<void> => {
  const known = ['title_document', 'person_document']
    .map((table) => `(select popularity, words from ${table}${of} order by popularity desc limit ${RECORDS})`)
    .join(' union all ');
  await tx.query('create table search_word_next (like search_word)');
  await tx.query(`insert into search_word_next select w.word, w.weight, word_keys(w.word) from (${wordsOf(known)}) w`);
  await tx.query(`select index_search_word('search_word_next')`);
  await tx.query('analyze search_word_next');
};

/** Notes the vocabulary as it is before it is made anew, so that words which come meanwhile are kept. */
export const noteVocabulary = (tx: Executor): Promise<unknown> =>
  tx.query('create temp table word_before on commit drop as select word, weight from search_word');

/** Puts the words that have come since `noteVocabulary` into the new vocabulary. */
export const keepNewWords = (tx: Executor): Promise<unknown> =>
  tx.query(`insert into search_word_next select s.* from search_word s
    where not exists (select from word_before b where b.word = s.word and b.weight >= s.weight)
    on conflict (word) do update set weight = greatest(search_word_next.weight, excluded.weight)`);

export const swapVocabulary = async (tx: Executor): Promise<void> => {
  await tx.query('drop table search_word');
  await tx.query('alter table search_word_next rename to search_word');
};

/** Adds the words of what updateDocuments has changed; a word that is gone does no harm, for it finds nothing. */
export const extendVocabulary = async (tx: Executor): Promise<void> => {
  const come = `select popularity, words from changed_document where sign = 1
    and popularity >= (select case when count(*) < ${WORDS} then '-infinity'::real else 2 end from search_word)`;
  await tx.query(`insert into search_word select w.word, w.weight, word_keys(w.word) from (${wordsOf(come)}) w
    where not exists (select from search_word o where o.word = w.word and o.weight >= w.weight) order by w.word
    on conflict (word) do update set weight = excluded.weight`);
};
