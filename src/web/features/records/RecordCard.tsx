import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Title } from '#contracts/catalog.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import type { Name } from '#contracts/people.ts';
import { call } from '#web/lib/call.ts';
import { count } from '#web/lib/numbers.ts';
import { keyOf } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import kit from '#web/ui/kit.module.css';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { CrewTab } from './CrewTab.tsx';
import { FilmographyTab } from './FilmographyTab.tsx';
import { type Metadata, MetadataTab } from './MetadataTab.tsx';
import { NameInfo } from './NameInfo.tsx';
import { NAME_COLUMNS } from './name-columns.tsx';
import { PartTable } from './PartTable.tsx';
import { personCard } from './person-columns.tsx';
import { listAsk } from './plan.ts';
import { RECORD_TABS, type RecordSearch, type RecordTab } from './record-search.ts';
import styles from './records.module.css';
import { SeasonsTab } from './SeasonsTab.tsx';
import { SubTabs } from './SubTabs.tsx';
import { TitleInfo } from './TitleInfo.tsx';
import { TITLE_COLUMNS } from './title-columns.tsx';
import { type ListPart, useOpened, usePart } from './useRecord.ts';

type ListTab = Exclude<RecordTab, 'info' | 'crew' | 'seasons' | 'metadata' | 'filmography'>;
const COLUMNS = { ...TITLE_COLUMNS, ...NAME_COLUMNS } as Readonly<Record<ListTab, readonly Column<object>[]>>;
const isList = (tab: RecordTab): tab is ListTab => Object.hasOwn(COLUMNS, tab);

interface Props {
  readonly search: RecordSearch;
  /** What else of the record is looked at. */
  readonly onSearch: (search: RecordSearch) => void;
}

const Panel = ({ search, onSearch }: Props) => {
  const { kind, parts } = useOpened();
  const { regsPerPage } = useSession();
  const { tab = 'info', page = 1 } = search;
  const { page: _, ...rest } = search;
  const at = { page, onPage: (next: number): void => onSearch({ ...rest, page: next }) };
  if (tab === 'crew') return <CrewTab {...at} type={search.crew} onType={(crew) => onSearch({ ...rest, crew })} />;
  if (tab === 'seasons')
    return <SeasonsTab {...at} season={search.season} onSeason={(season) => onSearch({ ...rest, season })} />;
  if (tab === 'filmography')
    return <FilmographyTab {...at} section={search.section} onSection={(section) => onSearch({ ...rest, section })} />;
  if (tab === 'metadata') return <MetadataTab />;
  if (isList(tab))
    return (
      <PartTable
        key={tab}
        label={words.tabs[tab]}
        ask={listAsk(tab, page, regsPerPage)}
        columns={COLUMNS[tab]}
        card={tab === 'actors' ? (personCard as (row: object) => ReactNode) : undefined}
        {...at}
      />
    );
  return kind === 'movie' ? (
    <TitleInfo movie={parts.data.movie as Title} />
  ) : (
    <NameInfo person={parts.data.name as Name} />
  );
};

const isSeries = (movie: unknown): boolean => ['S', 'TVMS'].includes((movie as Title | undefined)?.type ?? '');

/** How many a tab holds, where that came with the record. */
const useCounts = (all: boolean) => {
  const { asked, parts } = useOpened();
  const { part: metadata } = usePart<Metadata>({ data: 'metadata' });
  const messages = metadata?.messages.length ?? 0;
  return (tab: RecordTab): { count?: string; countName?: string } => {
    if (tab === 'metadata')
      return messages === 0 ? {} : { count: count(messages), countName: words.messagesBadge(messages) };
    // Only one kind of crew was asked for, and sections of a filmography are not what it holds.
    if (!all || tab === 'crew' || tab === 'filmography' || !asked.some(({ data }) => data === tab)) return {};
    const { total } = parts.data[tab] as ListPart<unknown>;
    return { count: count(total) };
  };
};

/** A record in its tabs. Only what is looked at is asked for. */
export const RecordCard = ({ search, onSearch }: Props) => {
  const { kind, id, asked, parts } = useOpened();
  const { regsPerPage } = useSession();
  const queries = useQueryClient();
  const counts = useCounts(search.all === '1');
  const { tab: wanted = 'info' } = search;
  const series = isSeries(parts.data.movie);
  const tabs = RECORD_TABS[kind].filter((tab) => tab !== 'seasons' || series);
  const tab = tabs.find((one) => one === wanted) ?? 'info';
  const { title, year = null } =
    kind === 'movie' ? (parts.data.movie as Title) : { title: (parts.data.name as Name).name };
  // Whoever points at a tab will open it.
  const near = (next: RecordTab): void => {
    if (!isList(next) || asked.some(({ data }) => data === next)) return;
    const input = { params: { imdbId: id }, body: [listAsk(next, 1, regsPerPage)] };
    void queries.prefetchQuery({
      queryKey: keyOf(imdbParts, input),
      queryFn: ({ signal }) => call(imdbParts, input, signal),
    });
  };
  return (
    <article className={styles.card} aria-label={words[kind].card} data-part="record">
      <h2 className={styles.title}>
        <bdi>{title}</bdi>
        {year !== null && <span className={kit.muted}> {year}</span>}
      </h2>
      <SubTabs
        label={words[kind].card}
        tabs={tabs.map((key) => ({ key, label: words.tabs[key], ...counts(key) }))}
        chosen={tab}
        onNear={near}
        onChoose={(next) => {
          const { tab: _, page: __, ...rest } = search;
          onSearch({ ...rest, ...(next !== 'info' && { tab: next }) });
        }}
      >
        <Panel search={{ ...search, tab }} onSearch={onSearch} />
      </SubTabs>
    </article>
  );
};
