import { type FileHandle, open } from 'node:fs/promises';
import { ArchiveFault } from './manifest.rules.ts';

/** The form is that of `tar` (ustar), so that an archive can be looked into with what every system has. */
const BLOCK = 512;
/** Bytes of the largest entry that is read: a whole one is held in memory. */
const LARGEST = 64 * 1024 * 1024;
const CHECKSUM_AT = 148;

export interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, i) => sum + (i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 32 : byte), 0);

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;

const headerOf = (name: string, size: number, seconds: number): Buffer => {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`too long a name for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const fields: readonly (readonly [number, string])[] = [
    [0, name],
    [100, octal(0o600, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(seconds, 11)],
    [156, '0'],
    [257, 'ustar\0'],
    [263, '00'],
  ];
  for (const [at, text] of fields) header.write(text, at, 'latin1');
  header.write(`${octal(sumOf(header), 6)} `, CHECKSUM_AT, 'latin1');
  return header;
};

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Writes entries one after the other. */
export const createTarWriter = (file: FileHandle, at: Date) => {
  const seconds = Math.floor(at.getTime() / 1000);
  return {
    add: async ({ name, bytes }: Entry): Promise<void> =>
      file.writeFile(Buffer.concat([headerOf(name, bytes.length, seconds), bytes, padding(bytes.length)])),
    end: (): Promise<void> => file.writeFile(Buffer.alloc(2 * BLOCK)),
  };
};

export type TarWriter = ReturnType<typeof createTarWriter>;

const textAt = (header: Buffer, at: number, length: number): string => {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('latin1');
};

const isZero = (block: Buffer): boolean => block.every((byte) => byte === 0);

/**
 * The entries of an archive, each whole, as far as it has any. What another program may have put into it (links, folders,
 * long names) is no entry of ours. @throws ArchiveFault
 */
export const entriesOf = async function* (path: string, tell: (read: number, all: number) => void = () => {}) {
  await using file = await open(path, 'r');
  const { size: all } = await file.stat();
  let at = 0;
  const take = async (length: number): Promise<Buffer> => {
    const bytes = Buffer.alloc(length);
    for (let filled = 0; filled < length; ) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, at + filled);
      if (bytesRead === 0) throw new ArchiveFault(`it is cut: it ends after ${at + filled} bytes`);
      filled += bytesRead;
    }
    at += length;
    return bytes;
  };
  if (all === 0) throw new ArchiveFault('it is empty');
  for (;;) {
    const began = at;
    const header = await take(BLOCK);
    if (isZero(header)) {
      await take(BLOCK);
      if (at !== all) throw new ArchiveFault(`it goes on after its end, at byte ${at}`);
      return;
    }
    const name = textAt(header, 0, 100);
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    if (textAt(header, 257, 6) !== 'ustar' || Number.parseInt(textAt(header, CHECKSUM_AT, 8), 8) !== sumOf(header))
      throw new ArchiveFault(began === 0 ? 'it is no archive of Kinodex' : `it is damaged at byte ${began}`);
    if (textAt(header, 156, 1) !== '0' || textAt(header, 345, 155) !== '')
      throw new ArchiveFault(`it holds ${JSON.stringify(name)}, which is no plain file`);
    if (!(size >= 0 && size <= LARGEST)) throw new ArchiveFault(`its entry ${JSON.stringify(name)} is too large`);
    const bytes = await take(size);
    await take((BLOCK - (size % BLOCK)) % BLOCK);
    tell(at, all);
    yield { name, bytes } satisfies Entry;
  }
};
