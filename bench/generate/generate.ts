import { mkdirSync } from 'node:fs';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { createIds } from './ids.ts';
import { openOutput } from './output.ts';
import { writeCredits, writePeople } from './people.ts';
import { createRandom } from './random.ts';
import { writeTitles } from './titles.ts';
import { createWords } from './words.ts';

export interface GenerateAsk {
  readonly titles: number;
  readonly out: string;
  readonly gz?: boolean;
  readonly seed?: number;
}

export const PEOPLE_PER_TITLE = 1.24;

/** Writes a set of the seven dataset files, invented but in the proportions of the real ones. Returns rows per file. */
export const generate = async ({ titles, out, gz = false, seed = 1 }: GenerateAsk): Promise<Record<string, number>> => {
  mkdirSync(out, { recursive: true });
  const random = createRandom(seed);
  const words = createWords(random);
  const titleIds = createIds('tt', titles);
  const personIds = createIds('nm', Math.round(titles * PEOPLE_PER_TITLE));
  const open = (file: ImdbFile) => openOutput(out, file, gz);
  const [basics, ratings, episode, akas] = [
    open('title.basics'),
    open('title.ratings'),
    open('title.episode'),
    open('title.akas'),
  ];
  writeTitles(random, words, titleIds, { basics, ratings, episode, akas });
  const names = open('name.basics');
  writePeople(random, words, personIds, titleIds, names);
  const [principals, crew] = [open('title.principals'), open('title.crew')];
  writeCredits(random, words, titleIds, personIds, { principals, crew });
  return {
    'title.basics': await basics.end(),
    'title.ratings': await ratings.end(),
    'title.episode': await episode.end(),
    'title.akas': await akas.end(),
    'name.basics': await names.end(),
    'title.principals': await principals.end(),
    'title.crew': await crew.end(),
  };
};
