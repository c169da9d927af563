import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Records } from '../record.ts';
import type { PersonFile, PersonLine, TitleFile } from './form.ts';
import { personRecord, titlesOf } from './map.ts';

const HOME = join(import.meta.dirname, 'catalogue');

const json = (...path: string[]): unknown => JSON.parse(readFileSync(join(HOME, ...path), 'utf8'));
const folder = (name: string): unknown[] =>
  readdirSync(join(HOME, name))
    .sort()
    .map((file) => json(name, file));

/** The files of the embedded catalogue as they are; their form is proved by a test, not at each start. */
export const readSampleFiles = () => ({
  titles: folder('titles') as TitleFile[],
  people: json('people.json') as PersonLine[],
  details: folder('people') as PersonFile[],
});

/** The embedded catalogue. */
export const readSample = (): Records => {
  const { titles, people, details } = readSampleFiles();
  const names = new Map(titles.map((file) => [file.id, file.title]));
  const files = new Map(details.map((file) => [file.id, file]));
  return {
    titles: titles.flatMap((file) => titlesOf(file, names)),
    people: people.map((line) => personRecord(line, files.get(line.id))),
  };
};
