import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { intact } from '../images/store.ts';
import { PART, rowsIn } from './copy.ts';
import { ArchiveFault, type Manifest, partOf, pictureOf, readManifest, type TableSum } from './manifest.rules.ts';
import type { Watched } from './progress.ts';
import { type Entry, entriesOf } from './tar.ts';

const unpack = promisify(zstdDecompress);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface Summed {
  readonly hash: Hash;
  parts: number;
  rows: number;
  bytes: number;
}

/** The rows of a part. @throws ArchiveFault */
export const unpacked = ({ name, bytes }: Entry): Promise<Buffer> =>
  unpack(bytes, { maxOutputLength: PART }).catch(() => {
    throw new ArchiveFault(`its entry ${name} cannot be unpacked`);
  });

const compare = (said: TableSum, found: Summed | undefined): void => {
  if (!found) {
    if (said.bytes === 0 && said.rows === 0 && said.sha256 === sha256(Buffer.alloc(0))) return;
    throw new ArchiveFault(`the table ${said.name} is missing`);
  }
  if (found.bytes === said.bytes && found.rows === said.rows && found.hash.digest('hex') === said.sha256) return;
  throw new ArchiveFault(`the table ${said.name} does not have the checksum that the manifest names`);
};

export interface Checked {
  readonly manifest: Manifest;
  readonly secret: string | null;
}

/** Reads a whole archive and compares every checksum; nothing else is touched. @throws ArchiveFault */
export const checkArchive = async (path: string, { tell, signal }: Watched): Promise<Checked> => {
  const tables = new Map<string, Summed>();
  const found: { pictures: number; secret?: Buffer; manifest?: Buffer; sum?: string } = { pictures: 0 };
  const take = async (entry: Entry): Promise<void> => {
    const { name, bytes } = entry;
    const part = partOf(name);
    const picture = pictureOf(name);
    if (found.sum !== undefined) throw new ArchiveFault(`it holds ${JSON.stringify(name)} behind its manifest`);
    if (part) {
      const sum = tables.get(part.table) ?? { hash: createHash('sha256'), parts: 0, rows: 0, bytes: 0 };
      tables.set(part.table, sum);
      sum.parts += 1;
      if (part.number !== sum.parts) throw new ArchiveFault(`part ${sum.parts} of the table ${part.table} is missing`);
      const rows = await unpacked(entry);
      sum.hash.update(rows);
      sum.rows += rowsIn(rows);
      sum.bytes += rows.length;
    } else if (picture !== null) {
      if (!intact(picture, bytes)) throw new ArchiveFault(`the picture ${picture} is damaged`);
      found.pictures += 1;
    } else if (name === 'secret' && found.secret === undefined) found.secret = bytes;
    else if (name === 'manifest.json' && found.manifest === undefined) found.manifest = bytes;
    else if (name === 'manifest.json.sha256' && found.manifest !== undefined)
      found.sum = bytes.toString('latin1').trim();
    else throw new ArchiveFault(`it holds ${JSON.stringify(name)}, which no backup has`);
  };
  for await (const entry of entriesOf(path, (done, all) => tell({ phase: 'checking', file: 'checking', done, all }))) {
    signal.throwIfAborted();
    await take(entry);
  }
  if (found.manifest === undefined || found.sum === undefined) throw new ArchiveFault('it has no manifest');
  if (sha256(found.manifest) !== found.sum) throw new ArchiveFault('its manifest does not have its checksum');
  const manifest = readManifest(found.manifest.toString('utf8'));
  for (const table of manifest.tables) compare(table, tables.get(table.name));
  const named = new Set(manifest.tables.map(({ name }) => name));
  for (const name of tables.keys())
    if (!named.has(name)) throw new ArchiveFault(`it holds the table ${name}, which its manifest does not name`);
  if ((manifest.pictures ?? 0) !== found.pictures)
    throw new ArchiveFault(`it holds ${found.pictures} pictures, not ${manifest.pictures ?? 0}`);
  if ((found.secret === undefined ? null : sha256(found.secret)) !== manifest.secret)
    throw new ArchiveFault('its secret does not have the checksum that the manifest names');
  return { manifest, secret: found.secret?.toString('utf8') ?? null };
};
