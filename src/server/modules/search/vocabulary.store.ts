import type { Executor } from '#server/platform/db/database.ts';

/** How many words are kept for finding what is mistyped, and how many of the best-known records of a kind they come from. */
const WORDS = 200_000;
const RECORDS = 400_000;

const wordsOf = (documents: string): string => `select w.word, max(d.popularity) as weight
  from (${documents}) d cross join lateral unnest(tsvector_to_array(d.words)) w (word)
  where left(w.word, 1) not in ('=', '@') and length(w.word) between 3 and 40 group by w.word order by weight desc limit ${WORDS}`;

/**
 * The `most` best-known of a table of documents, as a query. From how popular on is asked before: several processes share a
 * statement only where nothing in it has to be found out first by one of them.
 */
export const bestKnown = async (tx: Executor, table: string, most: number): Promise<string> => {
  const { rows } = await tx.query<{ least: string }>(
    `select format('(%L::float8::real, %s)', popularity::float8, id) as least from ${table}
      order by popularity desc, id desc offset ${most - 1} limit 1`,
  );
  const reach = rows[0] ? `where (popularity, id) >= ${rows[0].least}` : '';
  return `select popularity, words from ${table} ${reach}`;
};

/** The words of the best-known titles and people, of the documents that stand or of those that are to take their place. */
const wordsOfKnown = async (tx: Executor, of: '_next' | ''): Promise<string> =>
  wordsOf(
    `${await bestKnown(tx, `title_document${of}`, RECORDS)} union all ${await bestKnown(tx, `person_document${of}`, RECORDS)}`,
  );

/** Makes the vocabulary of new documents, which takes the place of the old one with `swapVocabulary`. */
export const computeVocabulary = async (tx: Executor): Promise<void> => {
  await tx.query('create table search_word_next (like search_word)');
  // A table of its own is made by several processes, what is put into one that is there by one.
  await tx.query(`create unlogged table search_word_known as ${await wordsOfKnown(tx, '_next')}`);
  // Words of a length have keys in common: beside each other they are read from a third of the pages.
  await tx.query(
    'insert into search_word_next select word, weight, word_keys(word) from search_word_known order by length(word), word',
  );
  await tx.query('drop table search_word_known');
  await tx.query(`select index_search_word('search_word_next')`);
  await tx.query('analyze search_word_next');
};

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

/** Notes the vocabulary as it is, and as the documents that stand would have it. */
export const noteVocabulary = async (tx: Executor): Promise<void> => {
  await tx.query('create temp table word_before on commit drop as select word, weight from search_word');
  await tx.query(
    'create temp table word_next (word text collate "C" primary key, weight real not null) on commit drop',
  );
  await tx.query(`insert into word_next ${await wordsOfKnown(tx, '')}`);
};

/**
 * Brings the vocabulary to what was noted; words that have come since stay. In place: a table put in its place would have
 * to wait for whoever reads or copies this one, and every search behind it.
 */
export const renewVocabulary = async (tx: Executor): Promise<void> => {
  await tx.query(`insert into word_next select s.word, s.weight from search_word s
    where not exists (select from word_before b where b.word = s.word and b.weight >= s.weight)
    on conflict (word) do update set weight = greatest(word_next.weight, excluded.weight)`);
  await tx.query('delete from search_word s where not exists (select from word_next n where n.word = s.word)');
  await tx.query(`insert into search_word select n.word, n.weight, word_keys(n.word) from word_next n
    where not exists (select from search_word s where s.word = n.word and s.weight = n.weight)
    on conflict (word) do update set weight = excluded.weight`);
};
