import type { Static } from 'typebox';
import type { Season, Title, TitlePart } from '#contracts/catalog.ts';
import type { Name, NamePart } from '#contracts/people.ts';
import { followed } from '#server/facades/followed.ts';
import { type Failure, failure } from '#server/kernel/failure.ts';
import type { Ids } from '#server/modules/catalog/ids/ids.service.ts';
import type { Asker, Records, SeriesOfSeason } from '#server/modules/catalog/record.service.ts';
import type { PlacedId } from '#server/sources/external-id.ts';
import { peopleIn } from './credits.map.ts';
import type { Within } from './episode.map.ts';
import type { Screen } from './genres.map.ts';
import { type ListedName, type ListedTitle, NAME_FIELDS, TITLE_FIELDS, TITLE_INCLUDED } from './items.map.ts';
import { numbersFrom, readNumber } from './numbers.map.ts';
import { type Around, neededFor } from './parts.map.ts';
import { CREDITS, type Who } from './person.map.ts';
import { screenOf } from './values.map.ts';

export interface ReadingParts {
  readonly records: Pick<Records, 'title' | 'seasonOfSeries' | 'seriesOf' | 'name' | 'batch'>;
  readonly ids: Pick<Ids, 'ownOf' | 'ownersOf' | 'elsewhere'>;
}

const SITES = ['tmdb', 'tvdb', 'wikidata'] as const;
const ALWAYS: Readonly<Record<Screen, readonly TitlePart[]>> = {
  film: ['genres', 'countries', 'languages', 'business'],
  series: ['genres', 'countries', 'languages', 'season'],
};
const missing = (): Failure => failure('title_unknown');
const nobody = (): Failure => failure('name_unknown');

/** Titles and people as clients of TMDB ask for them, by the reads of the data API. */
export const createReading = ({ records, ids }: ReadingParts) => {
  /** Our id of what a number names, or the number where it is TMDB's own, which says what it is of. */
  const numbered = (text: string, space: Screen | 'person'): string | PlacedId => {
    const read = readNumber(text, space === 'person' ? 'name' : 'movie');
    if (read === null) throw space === 'person' ? nobody() : missing();
    return 'imdbId' in read ? read.imdbId : { site: 'tmdb', space, id: read.tmdbId };
  };

  /** The id of a record by a number. Throws `title_unknown` and `name_unknown`. */
  const named = async (text: string, space: Screen | 'person'): Promise<string> => {
    const at = numbered(text, space);
    const id = typeof at === 'string' ? at : await ids.ownOf(at);
    if (id === null) throw space === 'person' ? nobody() : missing();
    return id;
  };

  const titleBy = async (id: string | PlacedId, parts: readonly TitlePart[], asker: Asker): Promise<Title> =>
    JSON.parse(await followed((one) => records.title(one, { parts, fields: null }, asker), id, missing));

  /** Titles of a list in the order of their ids, without those that are not there. */
  const titles = async (asked: readonly string[], asker: Asker): Promise<readonly ListedTitle[]> => {
    if (asked.length === 0) return [];
    const items: readonly { data: ListedTitle | null }[] = JSON.parse(
      await records.batch({ ids: asked, fields: TITLE_FIELDS, include: TITLE_INCLUDED }, asker),
    );
    return items.flatMap(({ data }) => data ?? []);
  };
  const names = async (asked: readonly string[], asker: Asker): Promise<readonly ListedName[]> => {
    if (asked.length === 0) return [];
    const items: readonly { data: ListedName | null }[] = JSON.parse(
      await records.batch({ ids: asked, fields: ['imdbId', ...NAME_FIELDS] }, asker),
    );
    return items.flatMap(({ data }) => data ?? []);
  };

  const knownOf = async (of: readonly string[]) => {
    const known = await ids.elsewhere(of, SITES);
    return { known, numbers: numbersFrom(known) };
  };

  const within = async (title: Title, more: readonly string[]): Promise<Within> => ({
    title,
    ...(await knownOf([title.imdbId, ...more, ...peopleIn(title)])),
  });

  const seasonBy = async (text: string, season: string, asker: Asker) => {
    if (!/^\d{1,6}$/.test(season)) throw missing();
    const id = await named(text, 'series');
    const found = await followed((one) => records.seasonOfSeries(one, Number(season), asker), id, missing);
    const series: SeriesOfSeason = JSON.parse(found.series);
    if (found.json === null || screenOf(series.type) !== 'series') throw failure('season_unknown');
    return { series, season: JSON.parse(found.json) as Static<typeof Season> };
  };

  return {
    named,
    titles,
    names,
    knownOf,
    /** A film or a series with what the parts are made from. Throws `title_unknown`. */
    title: async (text: string, screen: Screen, parts: readonly string[], asker: Asker): Promise<Around> => {
      const id = numbered(text, screen);
      const title = await titleBy(id, [...new Set([...ALWAYS[screen], ...neededFor(parts)])], asker);
      if (typeof id === 'string' && screenOf(title.type) !== screen) throw missing();
      const similar = (title.similarMovies ?? []).map(({ imdbId }) => imdbId);
      const episodes = (title.seasons ?? []).flatMap((season) => season.episodes.map(({ imdbId }) => imdbId));
      const [alike, numbers] = await Promise.all([
        titles(similar, asker),
        knownOf([title.imdbId, ...similar, ...episodes, ...peopleIn(title)]),
      ]);
      return { title, alike, ...numbers };
    },
    /** A season; who was in it is read where that is asked for. Throws `title_unknown` and `season_unknown`. */
    season: async (text: string, number: string, parts: readonly string[], asker: Asker) => {
      const { series, season } = await seasonBy(text, number, asker);
      const credited = neededFor(parts).filter((part) => part === 'actors' || part === 'crew');
      const title = await (credited.length > 0 ? titleBy(series.imdbId, credited, asker) : series);
      const episodes = season.episodes.map(({ imdbId }) => imdbId);
      return { season, within: await within(title as Title, episodes) };
    },
    /** An episode by its place. Throws `title_unknown`, `season_unknown` and `episode_unknown`. */
    episode: async (text: string, number: string, at: string, asker: Asker) => {
      const { series, season } = await seasonBy(text, number, asker);
      const found = season.episodes.find(({ episode }) => /^\d{1,9}$/.test(at) && episode === Number(at));
      if (!found) throw failure('episode_unknown');
      const title = await titleBy(found.imdbId, ['actors', 'crew', 'trailers'], asker);
      const place = { series: series.imdbId, season: Number(number) };
      return { number: Number(at), place, within: await within(title, [series.imdbId]) };
    },
    /** A person with what the parts are made from. Throws `name_unknown`. */
    person: async (text: string, parts: readonly string[], asker: Asker): Promise<Who> => {
      const id = await named(text, 'person');
      const credited = parts.some((part) => CREDITS.some((one) => one === part));
      const included: readonly NamePart[] = [
        'alternative',
        ...(credited ? (['filmographies'] as const) : []),
        ...(parts.includes('translations') ? (['biographies'] as const) : []),
      ];
      const view = { parts: included, fields: null };
      const name: Name = JSON.parse(await followed((one) => records.name(one, view, asker), id, nobody));
      const works = (name.filmographies ?? []).flatMap((list) => list.filmographiesNames.map(({ imdbId }) => imdbId));
      // Episodes are credited one by one here, and there by series.
      const series = await records.seriesOf(works);
      const wanted = [...new Set([...(name.knownFor ?? []), ...works.map((id) => series.get(id) ?? id)])];
      const [found, numbered] = await Promise.all([titles(wanted, asker), knownOf([name.imdbId, ...wanted])]);
      return { name, series, titles: new Map(found.map((title) => [title.imdbId, title])), ...numbered };
    },
    owners: ids.ownersOf,
    placed: titleBy,
  };
};

export type Reading = ReturnType<typeof createReading>;
