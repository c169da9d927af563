import type { Log } from '../log.ts';
import { createRepeated } from '../repeated.ts';
import type { Group, RowKind } from './rows.ts';

/** What the log is told of rows that wait, are left out or are lost. */
export const createReports = <Row>({ one, many, encode }: RowKind<Row>, log: Log) => ({
  writes: createRepeated(log, {
    failing: `${many} wait, since they cannot be written`,
    again: `${many} are written again`,
  }),
  filed: createRepeated(
    log,
    { failing: `${many} cannot be kept in files`, again: `${many} are kept in files again` },
    'error',
  ),
  kept: createRepeated(
    log,
    {
      failing: `${many} are lost: neither database nor disk takes them`,
      again: `${many} are kept again; so many were lost`,
    },
    'error',
  ),
  refused: (rows: Group<Row>, error: unknown): void =>
    log.error({ err: error, rows: rows.map(encode) }, `${one} was refused by the database and is left out`),
  lost: (error: unknown, rows: number): void => log.error({ err: error, rows }, `${many} are lost: the disk is full`),
});
