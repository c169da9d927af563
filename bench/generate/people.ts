import { missingId } from './ids.ts';
import type { Output } from './output.ts';
import type { Random } from './random.ts';
import type { Words } from './words.ts';

const PROFESSIONS = [
  'actor',
  'actress',
  'producer',
  'writer',
  'miscellaneous',
  'director',
  'camera_department',
  'editor',
  'soundtrack',
  'composer',
  'art_department',
  'cinematographer',
  'music_department',
  'assistant_director',
  'stunts',
] as const;

const list = (random: Random, most: number, draw: () => string): string => {
  const all = new Set<string>();
  for (let n = 1 + random.below(most); n > 0; n--) all.add(draw());
  return [...all].join(',');
};

/** Writes name.basics. */
export const writePeople = (
  random: Random,
  words: Words,
  ids: readonly string[],
  titles: readonly string[],
  out: Output,
): void => {
  ids.forEach((id, i) => {
    const born = random.chance(0.95) ? '\\N' : String(2005 - random.skewed(150, 1.5));
    const died =
      born !== '\\N' && random.chance(0.4) ? String(Math.min(2026, Number(born) + 30 + random.below(60))) : '\\N';
    // People of antiquity: three digits, and years before our era without a sign.
    const years = i % 200_000 === 17 ? '384\t322' : `${born}\t${died}`;
    const professions = random.chance(0.2)
      ? random.chance(0.5)
        ? ''
        : '\\N'
      : list(random, 3, () => PROFESSIONS[random.skewed(PROFESSIONS.length, 2)] ?? 'actor');
    const known = random.chance(0.1)
      ? '\\N'
      : list(random, 4, () => titles[random.below(titles.length)] ?? missingId('tt', 0));
    out.row(`${id}\t${words.name()}\t${years}\t${professions}\t${known}`);
  });
};

const REST = [
  'producer',
  'writer',
  'director',
  'composer',
  'cinematographer',
  'editor',
  'casting_director',
  'production_designer',
  'self',
  'archive_footage',
  'archive_sound',
] as const;
const JOBS = [
  'executive producer',
  'created by',
  'story',
  'screenplay',
  'novel "The Clock"',
  'director of photography',
  'segment "One"',
] as const;

const charactersOf = (random: Random, words: Words): string => {
  if (random.chance(0.15)) return '\\N';
  if (random.chance(0.01)) return `["${words.character()} (segment \\"${words.title()}\\")"]`;
  return random.chance(0.04) ? `["${words.character()}","${words.character()}"]` : `["${words.character()}"]`;
};

const PRINCIPALS = 7.8;

type Outputs = Readonly<Record<'principals' | 'crew', Output>>;

/** Writes title.principals and title.crew, whose directors and writers are mostly the same people. */
export const writeCredits = (
  random: Random,
  words: Words,
  titles: readonly string[],
  people: readonly string[],
  out: Outputs,
): void => {
  const person = (): string =>
    random.chance(0.002) ? missingId('nm', random.below(50_000)) : (people[random.skewed(people.length, 1.6)] ?? '');
  for (const title of titles) {
    const directors = new Set<string>();
    const writers = new Set<string>();
    const count = Math.round(PRINCIPALS * 2 * random.next());
    const actors = Math.round(count * 0.55);
    for (let n = 1; n <= count; n++) {
      const who = person();
      const isActor = n <= actors;
      const category = isActor
        ? random.chance(0.6)
          ? 'actor'
          : 'actress'
        : (REST[random.skewed(REST.length, 1.4)] ?? 'self');
      if (category === 'director') directors.add(who);
      if (category === 'writer') writers.add(who);
      const characters = isActor ? charactersOf(random, words) : category === 'self' ? '["Self"]' : '\\N';
      const job = !isActor && random.chance(0.2) ? (JOBS[random.below(JOBS.length)] ?? '\\N') : '\\N';
      out.principals.row(`${title}\t${n}\t${who}\t${category}\t${job}\t${characters}`);
    }
    if (random.chance(0.25)) directors.add(person());
    if (random.chance(0.3)) for (let n = random.skewed(6); n >= 0; n--) writers.add(person());
    // Long-running series name everyone who ever wrote for them.
    if (random.chance(0.00002)) for (let n = 0; n < 600; n++) writers.add(person());
    out.crew.row(`${title}\t${[...directors].join(',') || '\\N'}\t${[...writers].join(',') || '\\N'}`);
  }
};
