import { ACTOR_ROLE, crewRole } from '#contracts/crew.ts';
import { type Answer, listOf, positiveOf, textOf, wholeOf } from '../answer.ts';
import type { CreditRecord, ToldPerson } from '../record.ts';
import { crewTypeOf } from './jobs.ts';

/** Our keys by TMDB's numbers. */
export type Keys = ReadonlyMap<number, number>;

/** Of the cast, as they are billed. */
const MAIN = 10;

/** Of a series the credits of all its episodes, of everything else its own. */
const partsOf = (title: Answer) => {
  const { aggregate_credits, credits } = title as { aggregate_credits?: Answer; credits?: Answer };
  const { cast, crew } = aggregate_credits ?? credits ?? {};
  return {
    cast: [...listOf(cast), ...listOf(title.guest_stars)].toSorted(
      (a, b) => (wholeOf(a.order) ?? Number.MAX_SAFE_INTEGER) - (wholeOf(b.order) ?? Number.MAX_SAFE_INTEGER),
    ),
    crew: [
      ...listOf(title.created_by).map((one): Answer => ({ ...one, department: 'Creator', job: 'created by' })),
      ...listOf(crew),
    ],
  };
};

/** The people whom a title credits, each once: TMDB's number and the name. */
export const creditedIn = (title: Answer): ReadonlyMap<number, string> => {
  const { cast, crew } = partsOf(title);
  return new Map(
    [...cast, ...crew].flatMap(({ id, name }) => {
      const [number, called] = [positiveOf(id), textOf(name)];
      return number === null || called === null ? [] : [[number, called] as const];
    }),
  );
};

/** 'Groot (voice) (uncredited)': whom somebody plays, and what is remarked on it. */
const roleOf = (character: string) => {
  const [, played = '', remarks = ''] = /^(.*?)((?:\s*\([^()]*\))*)$/s.exec(character) ?? [];
  return {
    characters: played.split(' / ').flatMap((one) => textOf(one) ?? []),
    remarks: [...remarks.matchAll(/\(([^()]*)\)/g)].flatMap(([, one]) => textOf(one) ?? []),
  };
};

const episodesOf = (count: unknown): readonly string[] => {
  const episodes = positiveOf(count);
  return episodes === null ? [] : [episodes === 1 ? '1 episode' : `${episodes} episodes`];
};

const orNull = (texts: readonly string[]): readonly string[] | null => (texts.length > 0 ? [...new Set(texts)] : null);
const joined = (texts: readonly string[]): string | null => orNull(texts)?.join(', ') ?? null;

const actorsOf = (cast: readonly Answer[], keys: Keys): CreditRecord[] => {
  const known = cast.flatMap((one) => {
    const person = keys.get(positiveOf(one.id) ?? 0);
    return person === undefined ? [] : [{ ...one, person }];
  });
  return [...Map.groupBy(known, ({ person }) => person)].map(([person, parts], at) => {
    const lines = parts.flatMap((one: Answer) => (Array.isArray(one.roles) ? listOf(one.roles) : [one]));
    const roles = lines.map(({ character }) => roleOf(textOf(character) ?? ''));
    return {
      role: ACTOR_ROLE,
      ordering: at + 1,
      person,
      main: parts.some((one: Answer) => (wholeOf(one.order) ?? MAIN) < MAIN),
      characters: orNull(roles.flatMap(({ characters }) => characters)),
      job: null,
      remark: joined([
        ...roles.flatMap(({ remarks }) => remarks),
        ...episodesOf((parts[0] as Answer).total_episode_count),
      ]),
    };
  });
};

const crewOf = (crew: readonly Answer[], keys: Keys): CreditRecord[] => {
  const lines = crew.flatMap((one) => {
    const person = keys.get(positiveOf(one.id) ?? 0);
    const jobs = Array.isArray(one.jobs) ? listOf(one.jobs).map(({ job }) => textOf(job)) : [textOf(one.job)];
    if (person === undefined) return [];
    return jobs.map((job) => ({ person, job, role: crewRole(crewTypeOf(textOf(one.department), job)) }));
  });
  // Who has two jobs of one kind is credited once, with both.
  const people = [...Map.groupBy(lines, ({ role, person }) => `${role} ${person}`).values()];
  const orderings = new Map<number, number>();
  return people.flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const ordering = (orderings.get(first.role) ?? 0) + 1;
    orderings.set(first.role, ordering);
    const job = joined(same.flatMap((line) => line.job ?? []));
    const { role, person } = first;
    return [{ role, ordering, person, main: false, characters: null, job, remark: null }];
  });
};

/** The credits of those who have a key of ours. */
export const creditsOf = (title: Answer, keys: Keys): CreditRecord[] => {
  const { cast, crew } = partsOf(title);
  return [...actorsOf(cast, keys), ...crewOf(crew, keys)];
};

/** The credited people by our keys. */
export const peopleOf = (credited: ReadonlyMap<number, string>, keys: Keys): ToldPerson[] => {
  const told = new Map<number, ToldPerson>();
  for (const [number, id] of keys) {
    const name = credited.get(number);
    if (name !== undefined && !told.has(id)) told.set(id, { id, name, ids: [{ site: 'tmdb', id: String(number) }] });
  }
  return [...told.values()];
};
