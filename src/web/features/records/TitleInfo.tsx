import type { Title } from '#contracts/catalog.ts';
import { stamp } from '#web/lib/dates.ts';
import { count } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.ts';
import kit from '#web/ui/kit.module.css';
import { CueDot } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import { records as words } from '#web/words/records.ts';
import { Fact, FieldsOrigin, IdFact, Known, useFieldOrigins } from './Facts.tsx';
import { nextUpdateTone } from './next-update.ts';
import { listAsk } from './plan.ts';
import { RecordActions } from './RecordActions.tsx';
import { RecordLink } from './RecordLink.tsx';
import { RecordPicture } from './RecordPicture.tsx';
import styles from './records.module.css';
import { CUT_AT } from './text-column.tsx';
import { type Trailer, trailerOf } from './trailer.ts';
import { type ListPart, usePart } from './useRecord.ts';

const names = words.fields;
const FIELDS = [
  'title',
  'originalTitle',
  'year',
  'runtime',
  'releaseDate',
  'metascore',
  'rated',
  'rating',
  'votes',
  'type',
  'endYear',
  'adult',
  'place',
  'simplePlot',
  'plot',
] as const;

interface SerieUpdate {
  readonly updateDate: string | null;
  readonly ignore: 0 | 1;
}

interface NextProps {
  readonly update: SerieUpdate | null;
  readonly lastUpdate: string;
}

const NextUpdate = ({ update, lastUpdate }: NextProps) => {
  if (update?.updateDate == null) return <span className={kit.muted}>{words.next.none}</span>;
  const { updateDate, ignore } = update;
  const tone = nextUpdateTone(updateDate, lastUpdate, Date.now());
  const said = ignore === 1 ? words.next.ignored : tone === 'danger' ? words.next.due : words.next.planned;
  return (
    <span className={styles.next} data-part="next-update" data-tone={tone}>
      <CueDot tone={tone} /> {stamp(updateDate)} <span className={kit.small}>({said})</span>
    </span>
  );
};

interface Place {
  readonly series: string;
  readonly season: number | null;
  readonly episode: number | null;
}

/** Where an episode stands. */
const PlaceInSeries = ({ place }: { readonly place: Place | null }) =>
  place === null ? (
    <Known value={null} />
  ) : (
    <>
      <RecordLink id={place.series}>{place.series}</RecordLink>{' '}
      {[
        place.season !== null && words.seasons.one(place.season),
        place.episode !== null && words.episodeOf(place.episode),
      ]
        .filter(Boolean)
        .join(', ')}
    </>
  );

const isSeries = ({ type }: Title): boolean => type === 'S' || type === 'TVMS';

const yearOf = ({ year, endYear }: Title): string | null =>
  year === null ? null : endYear === null || endYear === year ? String(year) : `${year}–${endYear}`;

/** What is known of a title in one value each. */
export const TitleInfo = ({ movie }: { readonly movie: Title }) => {
  const origins = useFieldOrigins(FIELDS);
  const { regsPerPage } = useSession();
  const { part: trailers } = usePart<ListPart<Trailer>>(listAsk('trailers', 1, regsPerPage));
  const { part: update } = usePart<SerieUpdate | null>({ data: 'serieUpdate' });
  const trailer = trailerOf(trailers?.data ?? []);
  const { imdbId, imdbUrl, title, runtime, rating, votes, lastUpdate, plot } = movie;
  const plain = (field: (typeof FIELDS)[number], value: string | number | null) => (
    <Fact name={names[field]} origin={origins.of(field)}>
      <Known value={value} />
    </Fact>
  );
  const picture = { title, year: movie.year, changed: lastUpdate, alt: words.posterOf(title) };
  return (
    <div className={styles.info}>
      <div className={styles.side}>
        <RecordPicture {...picture} />
        {trailer !== null && (
          <a href={trailer} target="_blank" rel="noreferrer" className={styles.trailer}>
            {words.trailer}
          </a>
        )}
      </div>
      <div className={styles.main}>
        <RecordActions id={imdbId} title={title} />
        <dl className={styles.facts}>
          {plain('title', title)}
          {plain('originalTitle', movie.originalTitle)}
          {plain('year', yearOf(movie))}
          {plain('runtime', runtime === null ? null : words.minutes(runtime))}
          <IdFact imdbId={imdbId} imdbUrl={imdbUrl} />
          {plain('releaseDate', movie.releaseDate)}
          {plain('metascore', movie.metascore)}
          {plain('rated', movie.rated)}
          {plain('rating', rating === null ? null : rating.toFixed(1))}
          {plain('votes', votes === null ? null : count(votes))}
          {plain('type', `${movie.type} – ${words.types[movie.type]}`)}
          {isSeries(movie) && plain('endYear', movie.endYear)}
          {movie.type === 'E' && (
            <Fact name={names.place} origin={origins.of('place')}>
              <PlaceInSeries place={(origins.fieldValue('place') ?? null) as Place | null} />
            </Fact>
          )}
          {plain('adult', movie.adult ? words.yes : words.no)}
          <Fact name={names.inserted}>
            <TimeText iso={movie.insertDate} />
          </Fact>
          <Fact name={names.updated}>
            <TimeText iso={lastUpdate} />
          </Fact>
          {isSeries(movie) && (
            <Fact name={names.nextUpdate}>
              <NextUpdate update={update ?? null} lastUpdate={lastUpdate} />
            </Fact>
          )}
          {plain('simplePlot', movie.simplePlot)}
          <Fact name={names.plot} origin={origins.of('plot')}>
            {plot === null ? <Known value={null} /> : <Truncate text={plot} at={CUT_AT} />}
          </Fact>
        </dl>
        <FieldsOrigin main={origins.main} />
      </div>
    </div>
  );
};
