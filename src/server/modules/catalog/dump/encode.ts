import { zstdCompressSync } from 'node:zlib';
import type { ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType } from './columns.rules.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** Batches of rows, each row a line of JSON. */
type Lines = AsyncIterable<readonly string[]>;

/** Lines of JSON as they come. */
export const asJsonLines = async function* (batches: Lines): AsyncGenerator<Buffer> {
  for await (const lines of batches) yield Buffer.from(`${lines.join('\n')}\n`);
};

/** Rows and characters of JSON of a group: what is in memory at once. */
const MOST_ROWS = 50_000;
const MOST_CHARACTERS = 8_000_000;

/** As few batches as bring so many rows or characters, as one. */
const grouped = async function* (batches: Lines): Lines & AsyncGenerator<readonly string[]> {
  let [group, characters]: [string[], number] = [[], 0];
  for await (const lines of batches) {
    for (const line of lines) {
      group.push(line);
      characters += line.length;
    }
    if (group.length < MOST_ROWS && characters < MOST_CHARACTERS) continue;
    yield group;
    [group, characters] = [[], 0];
  }
  if (group.length > 0) yield group;
};

const LEAVES: Readonly<Record<Exclude<ColumnType, 'texts'>, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  big: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  day: { type: 'INT32', converted_type: 'DATE' },
  moment: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
};

const elementsOf = ({ name, type }: Column): SchemaElement[] =>
  type === 'texts'
    ? [
        { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', ...LEAVES.text },
      ]
    : [{ name, repetition_type: 'OPTIONAL', ...LEAVES[type] }];

/** A value of JSON as the writer takes it. */
const READ: Readonly<Partial<Record<ColumnType, (value: never) => unknown>>> = {
  big: (value: number) => BigInt(value),
  day: (value: string) => new Date(value),
  moment: (value: string) => new Date(value),
};

const columnData = ({ name, type }: Column, rows: readonly Readonly<Record<string, unknown>>[]) => {
  const read = READ[type];
  const data = rows.map(({ [name]: value }) => (read === undefined || value === null ? value : read(value as never)));
  return { name, data };
};

/** The rows as a Parquet file, packed with zstd, in pieces as they are ready. */
export const asParquet = async function* (
  columns: readonly Column[],
  batches: Lines,
  createdBy: string,
): AsyncGenerator<Buffer> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elementsOf)],
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
    createdBy,
  });
  const taken = (): Buffer => {
    const piece = Buffer.from(bytes.buffer.slice(0, bytes.index));
    bytes.index = 0;
    return piece;
  };
  for await (const lines of grouped(batches)) {
    const rows = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    await parquet.write({
      columnData: columns.map((column) => columnData(column, rows)),
      rowGroupSize: rows.length,
    });
    yield taken();
  }
  await parquet.finish();
  yield taken();
};
