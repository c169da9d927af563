import type { Executor } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { DumpPart } from './parts.sql.ts';

/** Rows that come from the database at once. */
const STEP = 5_000;

/** The sources that rows are narrowed to; null: all. */
type Sources = readonly SourceName[] | null;

const valuesOf = (sources: Sources): unknown[] => (sources === null ? [] : [sources]);

/** From here on the transaction reads the catalogue as it is now, however long that takes. Its first statement. */
export const keepMoment = async (tx: Executor): Promise<void> => {
  await tx.query('set transaction isolation level repeatable read, read only');
  await tx.query('set local statement_timeout = 0');
  // The disk that it is written to may take its time.
  await tx.query('set local idle_in_transaction_session_timeout = 0');
  // Every row is wanted, and not the first ones soon.
  await tx.query('set local cursor_tuple_fraction = 1');
};

/** How many rows a part has. */
export const countRows = async (tx: Executor, part: DumpPart, sources: Sources): Promise<number> => {
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from (${part.rows(sources !== null)}) r`,
    valuesOf(sources),
  );
  return rows[0]?.n ?? 0;
};

/** The rows of a part in their order, some thousand at once, each as a line of JSON. */
export const readLines = async function* (
  tx: Executor,
  part: DumpPart,
  sources: Sources,
): AsyncGenerator<readonly string[]> {
  await tx.query(
    `declare dump no scroll cursor for select row_to_json(r)::text as line from (${part.rows(sources !== null)}) r`,
    valuesOf(sources),
  );
  for (;;) {
    const { rows } = await tx.query<{ line: string }>(`fetch ${STEP} from dump`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.query('close dump');
};

/** Whose data there is. */
export const readSources = async (tx: Executor): Promise<SourceName[]> => {
  const { rows } = await tx.query<{ source: SourceName }>(
    `select source from (select distinct source from title union select distinct source from person
        union select distinct source from title_origin union select distinct source from person_origin) s
      order by source`,
  );
  return rows.map(({ source }) => source);
};

/** The last change that the transaction sees; of a feed that was cleaned to the last row, the last one there was. */
export const readPosition = async (tx: Executor): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(
    `select coalesce((select max(id) from change),
      pg_sequence_last_value(pg_get_serial_sequence('change', 'id')::regclass), 0) as id`,
  );
  return rows[0]?.id ?? 0;
};
