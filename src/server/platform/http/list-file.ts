import { Readable } from 'node:stream';
import type { Input } from '#contracts/endpoint.ts';
import { EXPORT_TYPES, type ExportFormat, exportName, type ListExport } from '#contracts/list-export.ts';
import { CSV_BEGIN, csvRow } from '#server/kernel/csv.ts';
import { Failure } from '#server/kernel/failure.ts';
import type { Steps } from '../db/steps.ts';
import { type StreamAnswer, streamed } from './answer.ts';
import type { Call, Route } from './route.ts';

/** Characters after which a part of the file is sent. */
const LARGE = 65_536;

type Columns<Row> = ListExport<Row>['columns'];

const lineOf = <Row>(columns: Columns<Row>, format: ExportFormat): ((row: Row) => string) =>
  format === 'csv'
    ? (row) => csvRow(columns.map(({ of }) => of(row)))
    : (row) => `${JSON.stringify(Object.fromEntries(columns.map(({ key, of }) => [key, of(row)])))}\n`;

async function* written<Row>(columns: Columns<Row>, format: ExportFormat, steps: Steps<Row>): AsyncGenerator<string> {
  const line = lineOf(columns, format);
  // It goes out with the first step, so that a failure of that one is an answer like any other.
  let text = format === 'csv' ? CSV_BEGIN + csvRow(columns.map(({ head }) => head)) : '';
  for await (const rows of steps) {
    for (const row of rows) {
      text += line(row);
      if (text.length < LARGE) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Milliseconds between two looks whether a caller may still have what is being sent. */
const LOOK_MS = 10_000;

/** A credential that has run out by the clock was good for what began before. */
const hasRunOut = (error: unknown): boolean => error instanceof Failure && error.reason === 'session_expired';

/** Steps that end with a failure soon after their caller was signed out, or may no longer have them. */
async function* whileAllowed<Row>(steps: Steps<Row>, { stillAllowed, now }: Call): AsyncGenerator<readonly Row[]> {
  let looked = now().getTime();
  for await (const rows of steps) {
    if (now().getTime() - looked >= LOOK_MS) {
      looked = now().getTime();
      await stillAllowed().catch((error: unknown) => {
        if (!hasRunOut(error)) throw error;
      });
    }
    yield rows;
  }
}

/** What every file is asked by, beside the filters of its list. */
interface Asked {
  readonly params?: object;
  readonly query: { readonly format?: ExportFormat };
}

/** A list as a file, made while its rows are read: no faster than it is taken, and no longer than somebody takes it. */
const listFile = <Row>(
  exported: ListExport<Row>,
  { params = {}, query: { format = 'csv' } }: Asked,
  at: Date,
  steps: Steps<Row>,
): StreamAnswer =>
  streamed(Readable.from(written(exported.columns, format, steps)), `${EXPORT_TYPES[format]}; charset=utf-8`, {
    'Content-Disposition': `attachment; filename="${exportName(exported, params, at, format)}"`,
  });

type RowOf<E extends ListExport<never>> = Parameters<E['columns'][number]['of']>[0];

/** The route of a list's file. What `rowsOf` throws is answered like any failure, before anything is sent. */
export const exportRoute =
  <E extends ListExport<never>>(endpoint: E) =>
  (rowsOf: (input: Input<E>, call: Call) => Steps<RowOf<E>> | Promise<Steps<RowOf<E>>>): Route => ({
    endpoint,
    handle: async (input: Input<E> & Asked, call) =>
      listFile<RowOf<E>>(endpoint, input, call.now(), whileAllowed(await rowsOf(input, call), call)),
  });
