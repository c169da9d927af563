import { type CrewType, crewRole } from '#contracts/crew.ts';
import { parseImdbId } from '#server/kernel/ids.ts';
import type { AkaRecord, CreditRecord, PersonRecord, TitleRecord } from '../record.ts';
import type { PersonFile, PersonLine, TitleFile } from './form.ts';

/** Drawn photos are 3:2. */
const PHOTO = { width: 1000, height: 667 } as const;

const keyOf = (id: string): number => {
  const parsed = parseImdbId(id);
  if (!parsed) throw new Error(`'${id}' in the embedded catalogue is no id`);
  return parsed.key;
};

type CreditForm = NonNullable<TitleFile['actors']>[number];
const personOf = (credit: CreditForm): readonly [string, string | null] =>
  typeof credit === 'string' ? [credit, null] : [credit[0], credit[1] ?? null];

const actorsOf = ({ actors = [], main = 6 }: TitleFile): CreditRecord[] =>
  actors.map((credit, at) => {
    const [person, character] = personOf(credit);
    const characters = character?.split(' / ') ?? null;
    return { role: 0, ordering: at + 1, person: keyOf(person), main: at < main, characters, job: null, remark: null };
  });

const crewOf = ({ crew = {} }: TitleFile): CreditRecord[] =>
  Object.entries(crew).flatMap(([type, people]) =>
    (people ?? []).map((credit, at) => {
      const [person, job] = personOf(credit);
      return {
        role: crewRole(type as CrewType),
        ordering: at + 1,
        person: keyOf(person),
        main: at === 0,
        characters: null,
        job,
        remark: null,
      };
    }),
  );

const akasOf = ({ akas = [] }: TitleFile): AkaRecord[] =>
  akas.map(([region, language, title, remark], at) => ({
    ordering: at + 1,
    title,
    region,
    language,
    types: null,
    attributes: remark ? [remark] : null,
    original: false,
  }));

const photosOf = (captions: readonly string[] = []) => captions.map((caption) => ({ ...PHOTO, caption }));

const listsOf = (file: TitleFile, titles: ReadonlyMap<string, string>): TitleRecord['lists'] => ({
  awards: file.awards ?? [],
  business: (file.business ?? []).map((one) => ({ ...one, country: null, countryCode: one.country })),
  goofs: (file.goofs ?? []).map(([type, goof]) => ({ type, goof })),
  keywords: (file.keywords ?? []).map((keywords) => ({ keywords })),
  locations: (file.locations ?? []).map(([location, remarks]) => ({ location, remarks: remarks ?? null })),
  photos: photosOf(file.photos),
  quotes: (file.quotes ?? []).map(([imdbId, quote]) => ({ imdbId, quote, type: null })),
  'similar-movies': (file.similarMovies ?? []).flatMap((imdbId) => {
    const title = titles.get(imdbId);
    return title ? [{ imdbId, title }] : [];
  }),
  technicals: (file.technicals ?? []).map(([type, value]) => ({ type, value })),
  // The catalogue hosts none, and knows the address of none that is sure to stay.
  trailers: [],
  trivias: (file.trivias ?? []).map((trivia) => ({ trivia })),
});

const blank = {
  originalTitle: null,
  endYear: null,
  runtime: null,
  adult: false,
  releaseDate: null,
  rated: null,
  rating: null,
  votes: null,
  metascore: null,
  simplePlot: null,
  plot: null,
  poster: null,
  akas: [],
  credits: [],
  lists: {},
  episode: null,
  ids: [],
} as const;

const episodesOf = (series: TitleFile): TitleRecord[] =>
  Object.entries(series.seasons ?? {}).flatMap(([season, episodes]) =>
    episodes.map(
      ([id, title, date, runtime, plot], at): TitleRecord => ({
        ...blank,
        id: keyOf(id),
        type: 'E',
        title,
        year: date ? Number(date.slice(0, 4)) : null,
        releaseDate: date,
        runtime,
        plot,
        genres: series.genres,
        countries: series.countries,
        languages: series.languages,
        episode: { series: keyOf(series.id), season: season === 'null' ? null : Number(season), number: at + 1 },
      }),
    ),
  );

/** A title of the embedded catalogue and its episodes. `titles` are the names of all that it holds. */
export const titlesOf = (file: TitleFile, titles: ReadonlyMap<string, string>): TitleRecord[] => [
  {
    ...blank,
    id: keyOf(file.id),
    type: file.type,
    title: file.title,
    originalTitle: file.originalTitle ?? file.title,
    year: file.year,
    endYear: file.endYear ?? null,
    runtime: file.runtime ?? null,
    releaseDate: file.releaseDate ?? null,
    rated: file.rated ?? null,
    rating: file.rating ?? null,
    votes: file.votes ?? null,
    metascore: file.metascore ?? null,
    simplePlot: file.simplePlot ?? null,
    plot: file.plot ?? null,
    genres: file.genres,
    countries: file.countries,
    languages: file.languages,
    poster: 'drawn',
    akas: akasOf(file),
    credits: [...actorsOf(file), ...crewOf(file)],
    lists: listsOf(file, titles),
    ids: file.tmdb ? [{ site: 'tmdb', id: String(file.tmdb) }] : [],
  },
  ...episodesOf(file),
];

const quoted = (quotes: readonly string[] = []) => quotes.map((quote) => ({ imdbId: null, quote, type: null }));

/** The gender is only told by the profession, as the sources of this field do. */
const professionsOf = ({ professions = [], gender }: PersonLine): readonly string[] =>
  professions.map((profession) => (profession === 'actor' && gender === 'F' ? 'actress' : profession));

/** A person: the line with the facts, and the file with the rest where there is one. */
export const personRecord = (line: PersonLine, file: PersonFile | undefined): PersonRecord => ({
  id: keyOf(line.id),
  name: line.name,
  birthName: line.birthName ?? null,
  birthDate: line.birth ?? null,
  birthPlace: line.birthPlace ?? null,
  deathDate: line.death ?? null,
  deathPlace: line.deathPlace ?? null,
  height: line.height ?? null,
  professions: professionsOf(line),
  knownFor: (line.knownFor ?? []).map(keyOf),
  biography: file?.biography ?? null,
  photo: 'drawn',
  lists: {
    alternative: (file?.alternative ?? []).map((alternateName) => ({ alternateName })),
    nicknames: (file?.nicknames ?? []).map((nickname) => ({ nickname })),
    'trade-marks': (file?.tradeMarks ?? []).map((tradeMark) => ({ tradeMark })),
    quotes: quoted(file?.quotes),
    trivias: (file?.trivias ?? []).map((trivia) => ({ trivia })),
    salaries: (file?.salaries ?? []).map(([imdbId, title, year, salary]) => ({ title, imdbId, year, salary })),
    marriages: file?.marriages ?? [],
    photos: photosOf(file?.photos),
  },
});
