import type { Executor } from '#server/platform/db/database.ts';

/** Objects of ours: none that an extension brought along. */
const own = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
const PUBLIC = `'public'::regnamespace`;
/** What can be set of a column; some servers note things of their own beside it. */
const SET_OPTIONS = `array(select o from unnest(a.attoptions) o where o like 'n\\_distinct%' order by o)`;

/** A line for everything that `pg_catalog` knows of what we have made, but for what is in the tables. */
const LINES = [
  `select format('%s %s %s %s toast %s of %s %s', c.relkind, c.oid::regclass, c.relpersistence, c.reloptions, t.reloptions,
      p.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid))
    from pg_class c left join pg_class t on t.oid = c.reltoastrelid left join pg_inherits p on p.inhrelid = c.oid
    where c.relnamespace = ${PUBLIC} and ${own('pg_class', 'c.oid')}`,
  `select format('security of %s %s %s %s', oid::regclass, relrowsecurity, relreplident, relacl) from pg_class c
    where relnamespace = ${PUBLIC} and relkind in ('r', 'p', 'v', 'S') and ${own('pg_class', 'c.oid')}`,
  `select format('column %s.%s %s %s %s', c.oid::regclass, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod),
      concat_ws(' ', a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, 'storage', a.attstorage,
        a.attcompression, 'statistics', a.attstattarget, ${SET_OPTIONS}, a.attidentity, a.attgenerated))
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${PUBLIC} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  `select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
    where connamespace = ${PUBLIC} and contype <> 'n'`,
  `select format('%s %s %s', pg_get_indexdef(indexrelid), indisvalid, indisclustered) from pg_index i
    join pg_class c on c.oid = i.indexrelid where c.relnamespace = ${PUBLIC}`,
  `select format('%s %s', pg_get_triggerdef(t.oid), tgenabled) from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace = ${PUBLIC} and not tgisinternal`,
  `select format('sequence %s %s %s %s %s %s %s', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqcache, seqcycle)
    from pg_sequence`,
  `select format('view %s %s', oid::regclass, pg_get_viewdef(oid)) from pg_class c
    where relnamespace = ${PUBLIC} and relkind in ('v', 'm') and ${own('pg_class', 'c.oid')}`,
  `select pg_get_functiondef(oid) from pg_proc p where pronamespace = ${PUBLIC} and prokind <> 'a' and ${own('pg_proc', 'p.oid')}`,
  `select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace = ${PUBLIC}`,
  `select format('policy %s %s', polrelid::regclass, polname) from pg_policy`,
  `select format('extension %s', extname) from pg_extension`,
  `select format('schema %s', nspname) from pg_namespace where nspname !~ '^pg_'`,
];

/** How a database is made, a line each, in one order: what the migrations and the product make is equal to what is restored. */
export const schemaOf = async (db: Executor): Promise<string[]> => {
  const { rows } = await db.query<{ line: string }>(
    LINES.map((lines) => `select * from (${lines}) l (line)`).join(' union all '),
  );
  // A table that took the place of another has its indexes under names of its own.
  return rows
    .map(({ line }) => line.replaceAll('_document_next', '_document').replaceAll('search_word_next', 'search_word'))
    .sort();
};
