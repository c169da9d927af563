import { ACTOR_ROLE, CREW_TYPES, crewRole } from '#contracts/crew.ts';
import {
  flag,
  integer,
  jsonTexts,
  keys,
  list,
  Malformed,
  type Problem,
  personKey,
  requiredText,
  text,
  titleKey,
  yearDate,
} from './cells.ts';
import { CREW_ORDERING, type ImdbFile, LIST_BYTE, NULL, TYPE_OF } from './files.ts';

/** The cells of one line, as bytes, in the order of IMDB_FILES; returns lines of COPY text, each ended. */
type MapLine = (cells: readonly string[]) => string;

const cell = (cells: readonly string[], i: number): string => cells[i] ?? NULL;

const basics: MapLine = (c) => {
  const type = TYPE_OF[cell(c, 1)];
  if (type === undefined) throw new Malformed(`titleType is '${cell(c, 1).slice(0, 40)}'`);
  return `${titleKey(cell(c, 0), 'tconst')}\t${type}\t${requiredText(cell(c, 2), 'primaryTitle')}\t${text(cell(c, 3))}\t${flag(cell(c, 4), 'isAdult')}\t${integer(cell(c, 5), 'startYear')}\t${integer(cell(c, 6), 'endYear')}\t${integer(cell(c, 7), 'runtimeMinutes')}\t${list(cell(c, 8), ',')}\n`;
};

const ratings: MapLine = (c) => {
  const rating = cell(c, 1);
  if (!/^(?:10(?:\.0+)?|\d(?:\.\d+)?)$/.test(rating)) throw new Malformed(`averageRating is '${rating.slice(0, 40)}'`);
  const votes = integer(cell(c, 2), 'numVotes');
  if (votes === NULL) throw new Malformed('numVotes is missing');
  return `${titleKey(cell(c, 0), 'tconst')}\t${rating}\t${votes}\n`;
};

const episode: MapLine = (c) =>
  `${titleKey(cell(c, 0), 'tconst')}\t${titleKey(cell(c, 1), 'parentTconst')}\t${integer(cell(c, 2), 'seasonNumber')}\t${integer(cell(c, 3), 'episodeNumber')}\n`;

const position = (written: string, below: number): string => {
  const ordering = integer(written, 'ordering');
  if (ordering === NULL || Number(ordering) >= below) throw new Malformed(`ordering is '${written.slice(0, 40)}'`);
  return ordering;
};

const akas: MapLine = (c) =>
  `${titleKey(cell(c, 0), 'titleId')}\t${position(cell(c, 1), Number.POSITIVE_INFINITY)}\t${requiredText(cell(c, 2), 'title')}\t${text(cell(c, 3))}\t${text(cell(c, 4))}\t${list(cell(c, 5), LIST_BYTE)}\t${list(cell(c, 6), LIST_BYTE)}\t${flag(cell(c, 7), 'isOriginalTitle')}\n`;

const person: MapLine = (c) =>
  `${personKey(cell(c, 0), 'nconst')}\t${requiredText(cell(c, 1), 'primaryName')}\t${yearDate(cell(c, 2), 'birthYear')}\t${yearDate(cell(c, 3), 'deathYear')}\t${list(cell(c, 4), ',')}\t{${keys(cell(c, 5), 'knownForTitles', titleKey).join(',')}}\n`;

const DIRECTOR = crewRole('DIRECTOR');
const WRITER = crewRole('WRITER');

/** One row a person; a line that names nobody gives none. */
const crew: MapLine = (c) => {
  const title = titleKey(cell(c, 0), 'tconst');
  let rows = '';
  for (const [i, role, column] of [
    [1, DIRECTOR, 'directors'],
    [2, WRITER, 'writers'],
  ] as const) {
    const people = keys(cell(c, i), column, personKey);
    for (let n = 0; n < people.length; n++) rows += `${title}\t${role}\t${CREW_ORDERING + n + 1}\t${people[n]}\n`;
  }
  return rows;
};

interface Category {
  readonly role: number;
  readonly remark: string;
  /** What the job is when the line names none. */
  readonly job: string;
}

const CATEGORIES = new Map<string, Category>([
  ...['actor', 'actress', 'self'].map((name) => [name, { role: ACTOR_ROLE, remark: NULL, job: NULL }] as const),
  ...['archive_footage', 'archive_sound'].map(
    (name) => [name, { role: ACTOR_ROLE, remark: name.replace('_', ' '), job: NULL }] as const,
  ),
  ...CREW_TYPES.map((type) => [type.toLowerCase(), { role: crewRole(type), remark: NULL, job: NULL }] as const),
]);

/** A category that the crew types don't have is kept in words. */
const categoryOf = (name: string): Category =>
  CATEGORIES.get(name) ?? {
    role: crewRole('MISCELLANEOUS'),
    remark: NULL,
    job: text(name.replaceAll('_', ' ')),
  };

const principals: MapLine = (c) => {
  const title = titleKey(cell(c, 0), 'tconst');
  const ordering = position(cell(c, 1), CREW_ORDERING);
  const { role, remark, job } = categoryOf(cell(c, 3));
  const written = text(cell(c, 4));
  return `${title}\t${role}\t${ordering}\t${personKey(cell(c, 2), 'nconst')}\t${jsonTexts(cell(c, 5), 'characters')}\t${written === NULL ? job : written}\t${remark}\n`;
};

const MAPS: Readonly<Record<ImdbFile, MapLine>> = {
  'title.basics': basics,
  'title.ratings': ratings,
  'title.episode': episode,
  'title.akas': akas,
  'name.basics': person,
  'title.crew': crew,
  'title.principals': principals,
};

/**
 * How a line of a file becomes rows of its staging table: the cells as bytes (latin1) in the order of IMDB_FILES, the
 * answer is COPY text, each row with its line end, or why the line cannot be taken.
 */
export const mapperOf = (file: ImdbFile): ((cells: readonly string[]) => string | Problem) => {
  const map = MAPS[file];
  return (cells) => {
    try {
      return map(cells);
    } catch (error) {
      if (error instanceof Malformed) return { problem: error.message };
      throw error;
    }
  };
};
