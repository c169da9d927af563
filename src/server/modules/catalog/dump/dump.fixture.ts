import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { expect } from 'vitest';
import type { DumpFile } from './dump.service.ts';

type Row = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly format: string;
  readonly version: string;
  readonly exported: string;
  readonly changes: { readonly since: string };
  readonly includesRestricted: boolean;
  readonly leftOut: readonly string[];
  readonly licences: readonly { readonly source: string; readonly passingOn: boolean }[];
  readonly files: readonly DumpFile[];
}

const rowsIn = (name: string, bytes: Buffer): Promise<Row[]> | Row[] => {
  if (name.endsWith('.parquet')) {
    const { buffer, byteOffset, length } = bytes;
    return parquetReadObjects({
      file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer,
      compressors: { ZSTD: (packed) => zstdDecompressSync(packed) },
    });
  }
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
};

/** What a dump holds: nothing but what its manifest names, each file looked at against it. */
export const readDump = async (folder: string) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  expect(readdirSync(folder).sort()).toEqual([...manifest.files.map(({ name }) => name), 'manifest.json'].sort());
  const parts = new Map<string, readonly Row[]>();
  for (const { name, part, rows, bytes, sha256 } of manifest.files) {
    const file = readFileSync(join(folder, name));
    expect([file.length, createHash('sha256').update(file).digest('hex')], name).toEqual([bytes, sha256]);
    const found = await rowsIn(name, file);
    expect(found, name).toHaveLength(rows);
    parts.set(part, found);
  }
  return { manifest, rowsOf: (part: string): readonly Row[] => parts.get(part) ?? [] };
};
