import type { Title } from '#contracts/catalog.ts';
import { seasonSummary } from '#contracts/lookup.api.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { Tabs } from '#web/ui/Tabs.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { PageBar } from './PartTable.tsx';
import { Provenance } from './Provenance.tsx';
import { seasonAsk, WITHOUT_SEASON } from './plan.ts';
import { IdText, RecordLink } from './RecordLink.tsx';
import styles from './records.module.css';
import { text } from './text-column.tsx';
import { type ListPart, useOpened, usePart } from './useRecord.ts';

const heads = words.columns;
/** Numbers of seasons have fewer digits than years. */
const FIRST_YEAR = 1_000;

type Season = NonNullable<Title['seasons']>[number];
type Episode = Season['episodes'][number];

const COLUMNS: readonly Column<Episode>[] = [
  {
    key: 'title',
    head: heads.title,
    least: 200,
    cell: ({ imdbId, title }) => <RecordLink id={imdbId}>{title}</RecordLink>,
  },
  { key: 'episode', head: heads.episode, least: 90, align: 'end', cell: ({ episode }) => episode ?? '–' },
  {
    key: 'id',
    head: heads.imdbId,
    least: 150,
    nowrap: true,
    priority: 1,
    cell: ({ imdbId }) => <IdText id={imdbId} />,
  },
  text({ key: 'date', head: heads.date, least: 110, text: ({ date }) => date }),
  text({ key: 'plot', head: heads.plot, least: 260, grows: true, text: ({ plot }) => plot }),
];

interface ListProps {
  readonly season: string;
  readonly label: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const Episodes = ({ season, label, page: wanted, onPage }: ListProps) => {
  const { regsPerPage } = useSession();
  const { part, ...answer } = usePart<ListPart<Season>>(seasonAsk(season));
  const episodes = part?.data.flatMap((one) => one.episodes) ?? [];
  const page = pageWithin(wanted, episodes.length, regsPerPage);
  const rows = pageRows(episodes, page, regsPerPage);
  return (
    <>
      <DataTable
        label={label}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ imdbId }) => imdbId}
        state={tableState(answer, episodes.length)}
        none={words.none}
      />
      {part && (
        <>
          <PageBar shown={rows.length} total={episodes.length} page={page} onPage={onPage} />
          <Provenance {...part} />
        </>
      )}
    </>
  );
};

interface Props {
  /** What the address says: a season, a year or `none`. */
  readonly season: string | undefined;
  readonly page: number;
  readonly onSeason: (season: string) => void;
  readonly onPage: (page: number) => void;
}

/** The episodes of a series by season or by the year in which they came out. */
export const SeasonsTab = ({ season, page, onSeason, onPage }: Props) => {
  const { id } = useOpened();
  const { data, error, refetch } = useCall(seasonSummary, { params: { imdbId: id } });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <span className={kit.skeleton} />;
  const seasons = data.data.seasons.map(({ numSeason, count: episodes }) => ({
    name: numSeason === null ? WITHOUT_SEASON : String(numSeason),
    label: numSeason === null ? words.seasons.withoutSeason : words.seasons.one(numSeason),
    count: episodes,
    countName: words.seasons.episodes(episodes),
  }));
  const years = data.data.years.map(({ year, count: episodes }) => ({
    name: String(year),
    label: String(year),
    count: episodes,
    countName: words.seasons.episodes(episodes),
  }));
  const byYear = season !== undefined && Number(season) >= FIRST_YEAR;
  const tabs = byYear ? years : seasons;
  const chosen = tabs.find(({ name }) => name === season) ?? tabs[0];
  if (chosen === undefined) return <EmptyState title={words.none} />;
  const order = (name: string, pressed: boolean, to: string | undefined) => (
    <button
      type="button"
      className={kit.control}
      aria-pressed={pressed}
      disabled={to === undefined}
      onClick={() => to !== undefined && onSeason(to)}
    >
      {name}
    </button>
  );
  return (
    <>
      <fieldset className={styles.order} aria-label={words.seasons.order}>
        {order(words.seasons.bySeason, !byYear, seasons[0]?.name)}
        {order(words.seasons.byYear, byYear, years[0]?.name)}
      </fieldset>
      <Tabs
        label={words.tabs.seasons}
        tabs={tabs.map((one) => ({
          ...one,
          panel: () => <Episodes key={one.name} season={one.name} label={one.label} page={page} onPage={onPage} />,
        }))}
        open={chosen.name}
        onOpen={onSeason}
        small
      />
    </>
  );
};
