import { closeSync, createReadStream, createWriteStream, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { IMDB_FILES, type ImdbFile } from '#server/sources/imdb-datasets/files.ts';

const FLUSH_AT = 1 << 20;

/** A file of the set: its header is written at once; `end` packs it where that was asked for. */
export const openOutput = (folder: string, file: ImdbFile, gz: boolean) => {
  const path = join(folder, `${file}.tsv`);
  const fd = openSync(path, 'w');
  let text = `${IMDB_FILES[file].join('\t')}\n`;
  let rows = 0;
  const flush = (): void => {
    writeSync(fd, text);
    text = '';
  };
  return {
    /** One row, without its line end. */
    row: (line: string): void => {
      text += `${line}\n`;
      rows += 1;
      if (text.length > FLUSH_AT) flush();
    },
    end: async (): Promise<number> => {
      flush();
      closeSync(fd);
      if (gz) {
        await pipeline(createReadStream(path), createGzip({ level: 6 }), createWriteStream(`${path}.gz`));
        rmSync(path);
      }
      return rows;
    },
  };
};

export type Output = ReturnType<typeof openOutput>;
