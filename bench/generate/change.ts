import { createReadStream, createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The column of each file that is changed; the others of the set stay as they are. */
const CHANGED: Readonly<Record<string, number>> = {
  'title.basics.tsv': 3,
  'title.akas.tsv': 2,
  'name.basics.tsv': 1,
  'title.ratings.tsv': 2,
};

async function* changedLines(file: string, column: number | undefined, every: number): AsyncGenerator<string> {
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    at += 1;
    if (column === undefined || at % every !== 2) {
      yield `${line}\n`;
      continue;
    }
    const fields = line.split('\t');
    const value = fields[column] ?? '';
    fields[column] = /^\d+$/.test(value) ? String(Number(value) + 1) : `${value} Anew`;
    yield `${fields.join('\t')}\n`;
  }
}

/** Writes a set again with one row of so many changed; its files are not packed. */
export const changeSet = async (from: string, to: string, every: number): Promise<void> => {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from))
    await pipeline(
      Readable.from(changedLines(join(from, file), CHANGED[file], every)),
      createWriteStream(join(to, file)),
    );
};
