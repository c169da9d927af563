import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

export const FORMAT = 'kinodex-backup/1';

/** An archive cannot be used; `what` says why, as the end of a sentence that begins with its name. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

const Name = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });
const Sum = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0 });

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** Of the product that has written it. */
  version: Type.String({ maxLength: 64 }),
  at: Type.String({ maxLength: 40 }),
  /** What the database was brought up to, in order. */
  migrations: Type.Array(Type.Object({ name: Type.String({ pattern: '^\\d{4}-[a-z0-9-]+\\.sql$' }), sha256: Sum })),
  tables: Type.Array(
    Type.Object({ name: Name, columns: Type.Array(Name, { minItems: 1 }), rows: Count, bytes: Count, sha256: Sum }),
  ),
  /** Parts of a table that the product makes as it goes. */
  partitions: Type.Array(
    Type.Object({
      name: Name,
      of: Name,
      bounds: Type.String({ pattern: '^FOR VALUES FROM \\([^;()]{1,80}\\) TO \\([^;()]{1,80}\\)$' }),
      /** How it is stored, where that is said of it alone; backups of earlier versions do not say. */
      options: Type.Optional(Type.Array(Type.String({ pattern: '^(toast\\.)?[a-z_]{1,40}=[\\w.-]{1,20}$' }))),
    }),
  ),
  sequences: Type.Array(
    Type.Object({ name: Name, last: Type.String({ pattern: '^-?\\d{1,19}$' }), called: Type.Boolean() }),
  ),
  /** How many pictures it holds; null: none were to be kept. */
  pictures: Type.Union([Count, Type.Null()]),
  /** Of the secret that API tokens are sealed with; null where there was none yet. */
  secret: Type.Union([Sum, Type.Null()]),
});
export type Manifest = Static<typeof Manifest>;
export type TableSum = Manifest['tables'][number];
export type Partition = Manifest['partitions'][number];

/** Reads a manifest that somebody may have changed. @throws ArchiveFault */
export const readManifest = (text: string): Manifest => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new ArchiveFault('its manifest.json cannot be read');
  }
  const format = (given as { format?: unknown } | null)?.format;
  if (format !== FORMAT) throw new ArchiveFault(`its format is ${JSON.stringify(format) ?? 'unknown'}, not ${FORMAT}`);
  const [wrong] = Value.Errors(Manifest, given);
  if (wrong) throw new ArchiveFault(`its manifest.json is wrong at ${wrong.instancePath || '/'}: ${wrong.message}`);
  return given as Manifest;
};

/** The table and the number of a part, by the name of its entry; null for another entry. */
export const partOf = (entry: string): { readonly table: string; readonly number: number } | null => {
  const found = /^tables\/([a-z_][a-z0-9_]{0,62})\/(\d{6,9})\.zst$/.exec(entry);
  return found ? { table: found[1] ?? '', number: Number(found[2]) } : null;
};

export const entryOfPart = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.zst`;

/** The key of a picture, by the name of its entry; null for another entry. */
export const pictureOf = (entry: string): string | null => /^pictures\/([0-9a-f]{64})$/.exec(entry)?.[1] ?? null;
