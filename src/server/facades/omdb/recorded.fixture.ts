import type { Title } from '#contracts/catalog.ts';
import { countryOf, languageOf } from '#server/sources/omdb/names.ts';
import { actorsOf, awardsOf, bareTitle, crewOf } from './title.fixture.ts';

/** An answer of OMDb: all of its values are texts, but for its lists. */
export type Recorded = Readonly<Record<string, string>>;

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

const said = (text: string | undefined): string | null => (text === undefined || text === 'N/A' ? null : text);
const list = (text: string | undefined): readonly string[] => said(text)?.split(', ') ?? [];
const numberIn = (text: string | undefined): number | null => {
  const digits = said(text)?.replace(/[^\d.]/g, '');
  return digits ? Number(digits) : null;
};

const dayOf = (text: string | undefined): string | null => {
  const [day, month = '', year] = said(text)?.split(' ') ?? [];
  return day === undefined ? null : `${year}-${String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0')}-${day}`;
};

const typeOf = (text: string | undefined) =>
  (({ series: 'S', episode: 'E', game: 'VG' }) as const)[text ?? ''] ?? ('M' as const);

const PRIZES = { Oscar: 'Academy Awards', 'BAFTA Award': 'BAFTA Awards', 'Primetime Emmy': 'Primetime Emmy Awards' };

/** The awards that a sentence counts. */
const awardsIn = (text: string | undefined) => {
  const count = (of: RegExp): number => Number(of.exec(text ?? '')?.[1] ?? 0);
  const [wins, nominations] = [count(/(\d+) wins?/), count(/(\d+) nominations?/)];
  const [, how, many, one = ''] =
    /^(Won|Nominated for) (\d+) (Oscar|BAFTA Award|Primetime Emmy)s?/.exec(text ?? '') ?? [];
  const [won, nominated] = how === 'Won' ? [Number(many), 0] : [0, Number(many ?? 0)];
  const prize = PRIZES[one as keyof typeof PRIZES] ?? 'Others';
  return [...awardsOf(prize, won, nominated), ...awardsOf('Others', wins - won, nominations - nominated)];
};

const named = (name: string) => ({ country: name, countryCode: countryOf(name) ?? name });
const spoken = (name: string) => ({ language: name, languageCode: languageOf(name) ?? name });

/** A title as our catalogue would hold what an answer of OMDb says. */
export const titleFrom = (answer: Recorded): Title => {
  const type = typeOf(answer.Type);
  const [, from, more, to] = /^(\d{4})(–?)(\d{4})?$/.exec(answer.Year ?? '') ?? [];
  const year = from === undefined ? null : Number(from);
  const gross = numberIn(answer.BoxOffice);
  return bareTitle({
    type,
    year,
    endYear: more === '' ? year : numberIn(to),
    imdbId: answer.imdbID ?? '',
    title: answer.Title ?? '',
    rated: said(answer.Rated),
    releaseDate: dayOf(answer.Released),
    runtime: numberIn(answer.Runtime),
    genres: list(answer.Genre).map((genre) => ({ genre })),
    crew: [...crewOf('DIRECTOR', list(answer.Director)), ...crewOf('WRITER', list(answer.Writer))],
    actors: actorsOf(list(answer.Actors)),
    simplePlot: said(answer.Plot),
    languages: list(answer.Language).map(spoken),
    countries: list(answer.Country).map(named),
    awards: awardsIn(said(answer.Awards) ?? ''),
    posterUrl: said(answer.Poster),
    metascore: numberIn(answer.Metascore),
    rating: numberIn(answer.imdbRating),
    votes: numberIn(answer.imdbVotes),
    totalSeasons: numberIn(answer.totalSeasons),
    business:
      gross === null
        ? []
        : [
            {
              ...{ type: 'GROSS', amount: gross, currency: 'USD', country: 'United States', countryCode: 'US' },
              ...{ date: null, remarks: null },
            },
          ],
    series:
      type === 'E'
        ? {
            imdbId: answer.seriesID ?? '',
            title: null,
            season: numberIn(answer.Season),
            episode: numberIn(answer.Episode),
          }
        : null,
  });
};
