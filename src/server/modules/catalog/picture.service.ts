import { IMAGE_WIDTHS } from '#contracts/image-widths.ts';
import { Failure } from '#server/kernel/failure.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { KEPT_FORMATS, PictureRefused, preparePicture } from '#server/platform/images/prepare.ts';
import type { RasterFormat } from '#server/platform/images/raster.ts';
import { type ImageStore, keyOf } from '#server/platform/images/store.ts';
import type { Log } from '#server/platform/log.ts';
import type { Foreign } from '#server/platform/outbound/foreign.ts';
import { OutboundError } from '#server/platform/outbound/outbound.ts';
import { createTurns } from '#server/platform/outbound/turns.ts';
import type { ToldPerson, ToldTitle } from '#server/sources/record.ts';
import type { Fetched, Source, SourceName } from '#server/sources/source.ts';
import { reached } from './picture.outage.ts';
import {
  deleteUnnamed,
  findPicture,
  type PictureFiles,
  type PictureRow,
  putPicture,
  readNamedFiles,
} from './picture.store.ts';

/** How long what nobody names is left alone, in ms: who writes it names it only afterwards. */
const LEFT_ALONE = 86_400_000;
/** Objects that are looked up at once. */
const BATCH = 500;
/** Bytes of a picture in a bundle, which has to hold the record as well. */
const LARGEST_BUNDLED = 1_500_000;
const NEVER = new AbortController().signal;

export interface PictureParts {
  readonly db: Executor;
  readonly store: ImageStore;
  /** Brings the file at a public address. */
  readonly fetchFile: Foreign;
  readonly now: () => Date;
  readonly log: Log;
}

/** Where a picture comes from. */
export interface Provenance {
  readonly source: SourceName;
  /** Null: it was uploaded, or came in a bundle. */
  readonly address: string | null;
  /** The terms of its source; null: it was uploaded, or came in a bundle. */
  readonly licence: string | null;
}

/** A size of a picture by its name. */
export const fileName = (width: number, format: RasterFormat): string => `${width}.${format}`;

const idOf = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

/** The pictures that sources and editors have given: their files, and what is known of them. */
export const createPictures = ({ db, store: whole, fetchFile, now, log }: PictureParts) => {
  // One after the other, so that the memory of one is all that pictures ever take.
  const store = reached(whole, log);
  const inTurn = createTurns({ atOnce: 1, every: 0, now: () => 0, wait: async () => {} });

  /**
   * Makes a picture's sizes and keeps them; the same file is kept once. No record names it yet. `said`: the media type
   * that its sender gives it. @throws PictureRefused
   */
  const keep = async (bytes: Buffer, from: Provenance, said = ''): Promise<PictureRow> => {
    const id = await idOf(bytes);
    return inTurn(NEVER, async () => {
      const { width, height, files } = await preparePicture(bytes, IMAGE_WIDTHS, said);
      const keys: Record<string, string> = {};
      for (const file of files) {
        const key = keyOf(file.bytes);
        await store.put(key, file.bytes);
        keys[fileName(file.width, file.format)] = key;
      }
      const row = { id, width, height, files: keys, ...from };
      await putPicture(db, row);
      return row;
    });
  };

  /** The picture that a source has at an address; one that was fetched from there is not fetched again. */
  const brought = async (address: string, { name, licence }: Source, signal: AbortSignal): Promise<PictureRow> =>
    (await findPicture(db, { address })) ??
    (await keep(await fetchFile(address, signal), { source: name, address, licence: licence.name }));

  /**
   * What a source has fetched, with its picture among what it tells, kept here. A picture that cannot be had, or not in
   * time, costs nothing else: it is left out, and the operator told of it with what else was left.
   */
  const withPicture = async <R extends ToldTitle | ToldPerson>(
    kind: RecordKind,
    fetched: Fetched<R>,
    source: Source,
    signal: AbortSignal,
  ): Promise<Fetched<R>> => {
    const { picture, record, left } = fetched;
    if (picture === null || picture === 'drawn') return fetched;
    try {
      const { id } = await brought(picture, source, signal);
      return { ...fetched, record: { ...record, [kind === 'movie' ? 'poster' : 'photo']: id } };
    } catch (error) {
      const isUsual =
        [OutboundError, PictureRefused, Failure].some((usual) => error instanceof usual) || signal.aborted;
      if (!isUsual) log.error({ err: error, source: source.name }, 'the picture of a source could not be kept');
      const why = signal.aborted ? 'it took too long' : isUsual ? (error as Error).message : 'the log says why';
      return { ...fetched, left: [...left, `The picture at ${picture} was not taken: ${why}`] };
    }
  };

  /** A source whose pictures are kept with its records. */
  const pictured = (source: Source): Source => ({
    ...source,
    fetchTitle: async (id, call) => {
      const fetched = await source.fetchTitle(id, call);
      return fetched === 'unknown' ? fetched : withPicture('movie', fetched, source, call.signal);
    },
    fetchPerson: async (id, call) => {
      const fetched = await source.fetchPerson(id, call);
      return fetched === 'unknown' ? fetched : withPicture('name', fetched, source, call.signal);
    },
  });

  /** A size of a picture; null when its file is lost, which the log then says. */
  const read = async (files: PictureFiles, width: number, format: RasterFormat): Promise<Buffer | null> => {
    const name = fileName(width, format);
    const key = files[name];
    const bytes = key === undefined ? null : await store.get(key);
    if (bytes === null) log.warn({ file: name, key }, 'the file of a picture is lost or broken');
    return bytes;
  };

  /** The names of the sizes that a picture should have and has not, or whose file is lost or broken. */
  const missingIn = async ({ width, files }: PictureRow): Promise<readonly string[]> => {
    const names = [...IMAGE_WIDTHS.filter((one) => one < width), width].flatMap((one) =>
      KEPT_FORMATS.map((format) => fileName(one, format)),
    );
    const missing: string[] = [];
    for (const name of names) {
      const key = files[name];
      if (key === undefined || (await store.get(key)) === null) missing.push(name);
    }
    return missing;
  };

  /**
   * Makes the sizes of a picture that are missing from its largest one; where that is lost, from the file where it came
   * from. 'lost': that cannot be had either. @throws unavailable, or the reason of the signal
   */
  const mend = async (row: PictureRow, signal: AbortSignal): Promise<'whole' | 'mended' | 'lost'> => {
    const missing = await missingIn(row);
    if (missing.length === 0) return 'whole';
    const largest = KEPT_FORMATS.map((format) => fileName(row.width, format)).find((name) => !missing.includes(name));
    const bytes = largest && (await store.get(row.files[largest] ?? ''));
    try {
      if (bytes)
        await inTurn(signal, async () => {
          const { files } = await preparePicture(bytes, IMAGE_WIDTHS, '');
          const keys = { ...row.files };
          for (const { width, format, bytes } of files.filter((one) =>
            missing.includes(fileName(one.width, one.format)),
          )) {
            const key = keyOf(bytes);
            await store.put(key, bytes);
            keys[fileName(width, format)] = key;
          }
          await putPicture(db, { ...row, files: keys });
        });
      else if (row.address === null) return 'lost';
      else if ((await keep(await fetchFile(row.address, signal), row)).id !== row.id) return 'lost';
      return 'mended';
    } catch (error) {
      if (error instanceof OutboundError || error instanceof PictureRefused) return 'lost';
      throw error;
    }
  };

  /** A picture by its id; it counts as new. */
  const find = (id: string): Promise<PictureRow | null> => findPicture(db, { id });

  /** The largest WebP of a picture that fits into a bundle; null when it is not there. */
  const bytesOf = async (id: string): Promise<Buffer | null> => {
    const row = await find(id);
    if (row === null) return null;
    for (const width of [row.width, ...IMAGE_WIDTHS.filter((one) => one < row.width).toReversed()]) {
      const bytes = await read(row.files, width, 'webp');
      if (bytes !== null && bytes.length <= LARGEST_BUNDLED) return bytes;
    }
    return null;
  };

  /**
   * Drops the pictures and the files that no record and no change of a record has named for a day. Answers how many of
   * each.
   */
  const dropUnnamed = async (
    signal: AbortSignal,
    progress: (looked: number) => void = () => {},
  ): Promise<{ readonly pictures: number; readonly files: number }> => {
    const before = new Date(now().getTime() - LEFT_ALONE);
    const pictures = await deleteUnnamed(db, before);
    let [files, looked] = [0, 0];
    let batch: string[] = [];
    const drop = async (): Promise<void> => {
      const named = await readNamedFiles(db, batch);
      for (const key of batch.filter((one) => !named.has(one))) {
        if (signal.aborted) return;
        await whole.remove(key);
        files += 1;
      }
      batch = [];
    };
    for await (const { key, writtenAt } of whole.list()) {
      if (signal.aborted) break;
      looked += 1;
      if (looked % BATCH === 0) progress(looked);
      if (writtenAt >= before) continue;
      batch.push(key);
      if (batch.length === BATCH) await drop();
    }
    await drop();
    return { pictures, files };
  };

  return { keep, brought, pictured, find, read, bytesOf, mend, dropUnnamed };
};

export type Pictures = ReturnType<typeof createPictures>;
