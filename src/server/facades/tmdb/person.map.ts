import type { Static } from 'typebox';
import { CREW_TYPES, type CrewType, crewRole } from '#contracts/crew.ts';
import type { Name } from '#contracts/people.ts';
import type { PERSON_PARTS } from '#contracts/tmdb.person-parts.ts';
import type { TmdbPerson } from '#contracts/tmdb.shapes.ts';
import { departmentOf, workOf } from './departments.map.ts';
import { filmItem, genderOf, type ListedTitle, seriesItem } from './items.map.ts';
import { creditId, type KnownIds, type Numbers } from './numbers.map.ts';
import { EMPTY_PAGE, type Makers, personIds, unknownParts } from './parts.map.ts';
import { biographiesOf } from './translations.map.ts';
import { imagesOf, pathOf, popularityOf, screenOf, wholeDay } from './values.map.ts';

/** What the parts of a person are made from. */
export interface Who {
  readonly name: Name;
  readonly numbers: Numbers;
  readonly known: KnownIds;
  /** The titles that somebody is known for, and those of the filmography where it was asked for: series for their episodes. */
  readonly titles: ReadonlyMap<string, ListedTitle>;
  /** The series of the episodes in the filmography, by their ids. */
  readonly series: ReadonlyMap<string, string>;
}

/** The parts that need the titles of the filmography. */
export const CREDITS = ['combined_credits', 'movie_credits', 'tv_credits'] as const;

/** Our words for a section of a filmography: the type of crew in small letters with spaces. */
const SECTIONS: ReadonlyMap<string, CrewType> = new Map(
  CREW_TYPES.map((type) => [type.toLowerCase().replaceAll('_', ' '), type]),
);

type Screened = 'film' | 'series';

/** What somebody did on one kind of screen; in how many episodes, where those are credited. */
const worksOf = ({ name, numbers, titles, series }: Who, screen: Screened) => {
  const all = (name.filmographies ?? []).flatMap(({ section, filmographiesNames }) => {
    const type = SECTIONS.get(section.toLowerCase()) ?? null;
    const role = type === null ? 0 : crewRole(type);
    const credits = filmographiesNames.map(({ imdbId, remarks }, at) => {
      const of = series.get(imdbId);
      return { id: of ?? imdbId, isOfEpisode: of !== undefined, remarks, at };
    });
    const episodes = Map.groupBy(
      credits.filter(({ isOfEpisode }) => isOfEpisode),
      ({ id }) => id,
    );
    const whole = new Set(credits.flatMap(({ id, isOfEpisode }) => (isOfEpisode ? [] : [id])));
    return credits.flatMap((credit) => {
      const { id, isOfEpisode, remarks, at } = credit;
      const title = titles.get(id);
      if (title === undefined || screenOf(title.type) !== screen) return [];
      // The first episode stands for a series whose own credits do not name them.
      if (isOfEpisode && (whole.has(id) || episodes.get(id)?.[0] !== credit)) return [];
      const episode_count = episodes.get(id)?.length ?? 0;
      return [{ title, type, remarks, episode_count, credit_id: creditId(id, name.imdbId, role, at) }];
    });
  });
  return {
    cast: all
      .filter(({ type }) => type === null)
      .map(({ title, remarks, credit_id, episode_count }) => ({
        ...{ title, episode_count },
        did: { character: remarks ?? '', credit_id },
      })),
    crew: all.flatMap(({ title, type, remarks, credit_id, episode_count }) =>
      type === null ? [] : [{ title, episode_count, did: { credit_id, ...workOf(type, remarks) } }],
    ),
    numbers,
  };
};

const filmCredits = (who: Who): Static<typeof PERSON_PARTS.movie_credits> => {
  const { cast, crew, numbers } = worksOf(who, 'film');
  return {
    cast: cast.map(({ title, did }, order) => ({ ...filmItem(title, numbers), ...did, order })),
    crew: crew.map(({ title, did }) => ({ ...filmItem(title, numbers), ...did })),
  };
};
const seriesCredits = (who: Who): Static<typeof PERSON_PARTS.tv_credits> => {
  const { cast, crew, numbers } = worksOf(who, 'series');
  return {
    cast: cast.map(({ title, did, episode_count }) => ({ ...seriesItem(title, numbers), ...did, episode_count })),
    crew: crew.map(({ title, did, episode_count }) => ({ ...seriesItem(title, numbers), ...did, episode_count })),
  };
};
const bothCredits = (who: Who): Static<typeof PERSON_PARTS.combined_credits> => {
  const [films, series] = [filmCredits(who), seriesCredits(who)];
  const [movie, tv] = [{ media_type: 'movie' as const }, { media_type: 'tv' as const }];
  return {
    cast: [...films.cast.map((one) => ({ ...one, ...movie })), ...series.cast.map((one) => ({ ...one, ...tv }))],
    crew: [...films.crew.map((one) => ({ ...one, ...movie })), ...series.crew.map((one) => ({ ...one, ...tv }))],
  };
};

export const PERSON: Makers<typeof PERSON_PARTS, Who> = {
  changes: unknownParts.changes,
  combined_credits: bothCredits,
  external_ids: ({ name: { imdbId }, known }) => personIds(imdbId, known),
  images: ({ name }) => ({ profiles: imagesOf(pathOf(name.imdbId, name.photoUrl)) }),
  movie_credits: filmCredits,
  tagged_images: () => EMPTY_PAGE,
  translations: ({ name }) => biographiesOf(name),
  tv_credits: seriesCredits,
};

/** A person, without the parts that are added. A birthday is told only where its day is known. */
export const personOf = ({ name, numbers, titles }: Who): Static<typeof TmdbPerson> => ({
  adult: false,
  also_known_as: (name.alternative ?? []).map(({ alternateName }) => alternateName),
  biography: name.biography ?? '',
  birthday: wholeDay(name.birthdate),
  deathday: wholeDay(name.dateOfDead),
  gender: genderOf(name.actorActress),
  homepage: null,
  id: numbers(name.imdbId, 'person'),
  imdb_id: name.imdbId,
  known_for_department: departmentOf(name.professions ?? []),
  name: name.name ?? '',
  place_of_birth: name.placeOfBirth,
  popularity: popularityOf(Math.max(0, ...(name.knownFor ?? []).map((id) => titles.get(id)?.votes ?? 0))),
  profile_path: pathOf(name.imdbId, name.photoUrl),
});
