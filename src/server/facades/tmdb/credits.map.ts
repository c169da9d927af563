import type { Static } from 'typebox';
import type { Title } from '#contracts/catalog.ts';
import { crewRole } from '#contracts/crew.ts';
import type { FILM_PARTS, SERIES_PARTS } from '#contracts/tmdb.parts.ts';
import { workOf } from './departments.map.ts';
import { creditId, type Numbers } from './numbers.map.ts';
import { pathOf } from './values.map.ts';

type Credited = Pick<Title, 'imdbId' | 'actors' | 'crew'>;
type Ref = NonNullable<Title['actors']>[number]['name'];

/** Somebody who is named in a title: of a person's own record nothing is read for that. */
const someone = ({ imdbId, name, photoUrl }: Ref, department: string, numbers: Numbers) => ({
  adult: false,
  gender: 0,
  id: numbers(imdbId, 'person'),
  known_for_department: department,
  name,
  original_name: name,
  popularity: 0,
  profile_path: pathOf(imdbId, photoUrl),
});

/** Everybody a title names. */
export const peopleIn = ({ actors = [], crew = [] }: Credited): readonly string[] => [
  ...new Set([...actors, ...crew].map(({ name }) => name.imdbId)),
];

/** Cast and crew, main actors first. */
export const creditsOf = (
  { imdbId, actors = [], crew = [] }: Credited,
  numbers: Numbers,
): Static<typeof FILM_PARTS.credits> => {
  const cast = actors.toSorted((a, b) => Number(b.main) - Number(a.main));
  return {
    cast: cast.map(({ name, character, ordering }, order) => ({
      ...someone(name, 'Acting', numbers),
      cast_id: ordering,
      character: character ?? '',
      credit_id: creditId(imdbId, name.imdbId, 0, ordering),
      order,
    })),
    crew: crew.map(({ type, name, job, ordering }) => {
      const work = workOf(type, job);
      const credit_id = creditId(imdbId, name.imdbId, crewRole(type), ordering);
      return { ...someone(name, work.department, numbers), credit_id, ...work };
    }),
  };
};

/** The same by person. In how many episodes is not known. */
export const aggregateOf = (title: Credited, numbers: Numbers): Static<typeof SERIES_PARTS.aggregate_credits> => {
  const { cast, crew } = creditsOf(title, numbers);
  const episode_count = 0;
  return {
    cast: cast.map(({ cast_id: _, character, credit_id, order, ...who }) => ({
      ...who,
      roles: [{ credit_id, character, episode_count }],
      total_episode_count: episode_count,
      order,
    })),
    crew: crew.map(({ credit_id, job, ...who }) => ({
      ...who,
      jobs: [{ credit_id, job, episode_count }],
      total_episode_count: episode_count,
    })),
  };
};
