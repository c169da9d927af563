import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import type { Title } from '#contracts/catalog.ts';
import { crewSummary, imdbParts } from '#contracts/imdb.api.ts';
import { seasonSummary } from '#contracts/lookup.api.ts';
import type { Name } from '#contracts/people.ts';
import { askAhead } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { keptDraft } from '#web/ui/form/drafts.ts';
import kit from '#web/ui/kit.module.css';
import { Tabs } from '#web/ui/Tabs.tsx';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { CrewTab } from './CrewTab.tsx';
import { EditButton } from './EditButton.tsx';
import { partsOf } from './editable.ts';
import { FilmographyTab } from './FilmographyTab.tsx';
import { JsonButton } from './JsonButton.tsx';
import type { Metadata } from './MetadataMessages.tsx';
import { MetadataTab } from './MetadataTab.tsx';
import { NameInfo } from './NameInfo.tsx';
import { NAME_COLUMNS } from './name-columns.tsx';
import { PartTable } from './PartTable.tsx';
import { personCard } from './person-columns.tsx';
import { listAsk } from './plan.ts';
import { RecordMenu } from './RecordMenu.tsx';
import { RECORD_TABS, type RecordSearch, type RecordTab } from './record-search.ts';
import styles from './records.module.css';
import { SeasonsTab } from './SeasonsTab.tsx';
import { TitleInfo } from './TitleInfo.tsx';
import { TITLE_COLUMNS } from './title-columns.tsx';
import { useTools } from './tools.ts';
import { type ListPart, useOpened, usePart } from './useRecord.ts';

type ListTab = Exclude<RecordTab, 'info' | 'crew' | 'seasons' | 'metadata' | 'history' | 'filmography'>;
const COLUMNS = { ...TITLE_COLUMNS, ...NAME_COLUMNS } as Readonly<Record<ListTab, readonly Column<object>[]>>;
const isList = (tab: RecordTab): tab is ListTab => Object.hasOwn(COLUMNS, tab);

interface Props {
  readonly search: RecordSearch;
  /** What else of the record is looked at. */
  readonly onSearch: (search: RecordSearch) => void;
}

const Panel = ({ search, onSearch }: Props) => {
  const { kind, id, parts } = useOpened();
  const { History } = useTools();
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
  if (tab === 'history') return <History kind={kind} id={id} {...at} />;
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
  return (tab: RecordTab): { count?: number; countName?: string } => {
    if (tab === 'metadata') return messages === 0 ? {} : { count: messages, countName: words.messagesBadge(messages) };
    // Only one kind of crew was asked for, and sections of a filmography are not what it holds.
    if (!all || tab === 'crew' || tab === 'filmography' || !asked.some(({ data }) => data === tab)) return {};
    return { count: (parts.data[tab] as ListPart<unknown>).total };
  };
};

/** A record in its tabs. Only what is looked at is asked for. */
export const RecordCard = ({ search, onSearch }: Props) => {
  const { kind, id, asked, parts } = useOpened();
  const { regsPerPage } = useSession();
  const queries = useQueryClient();
  const { Editor, nearEditor } = useTools();
  const counts = useCounts(search.all === '1');
  const { tab: wanted = 'info' } = search;
  const series = isSeries(parts.data.movie);
  const tabs = RECORD_TABS[kind].filter((tab) => tab !== 'seasons' || series);
  const tab = tabs.find((one) => one === wanted) ?? 'info';
  const draftName = `record ${id} ${tab}`;
  const [edited, setEdited] = useState<RecordTab | null>(() => (keptDraft(draftName) === null ? null : tab));
  const [wasEdited, setWasEdited] = useState(false);
  // Whoever has left a form by another tab comes back to what is read.
  useEffect(() => {
    setEdited((one) => (one === tab ? one : null));
    setWasEdited(false);
  }, [tab]);
  const isEdited = edited === tab;
  const { title, year = null } =
    kind === 'movie' ? (parts.data.movie as Title) : { title: (parts.data.name as Name).name };
  // Whoever points at a tab will open it.
  const near = (next: RecordTab): void => {
    const params = { imdbId: id };
    if (next === 'seasons') askAhead(queries, seasonSummary, { params });
    else if (next === 'crew') askAhead(queries, crewSummary, { params });
    else if (isList(next) && !asked.some(({ data }) => data === next))
      askAhead(queries, imdbParts, { params, body: [listAsk(next, 1, regsPerPage)] });
  };
  return (
    <article className={styles.card} aria-label={words[kind].card} data-part="record">
      <div className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{title}</bdi>
          {year !== null && <span className={kit.muted}> {year}</span>}
        </h2>
        {!isEdited && (
          <div className={kit.row}>
            {partsOf(kind, tab).length > 0 && (
              <EditButton
                key={tab}
                part={words.tabs[tab]}
                isReturn={wasEdited}
                onNear={nearEditor}
                // What is read stays until the form is loaded; an empty place would be held for 300 ms.
                onEdit={() => startTransition(() => setEdited(tab))}
              />
            )}
            <JsonButton search={{ ...search, tab }} />
            <RecordMenu title={title} />
          </div>
        )}
      </div>
      <Tabs
        label={words[kind].card}
        tabs={tabs.map((name) => ({
          name,
          label: words.tabs[name],
          ...counts(name),
          panel: () => (
            <Suspense fallback={<span className={kit.skeleton} />}>
              {isEdited ? (
                <Editor
                  tab={tab}
                  first={tab === 'crew' ? search.crew : undefined}
                  draftName={draftName}
                  onDone={() => {
                    setEdited(null);
                    setWasEdited(true);
                  }}
                />
              ) : (
                <Panel search={{ ...search, tab }} onSearch={onSearch} />
              )}
            </Suspense>
          ),
        }))}
        open={tab}
        onNear={near}
        onOpen={(next) => {
          const { tab: _, page: __, ...rest } = search;
          onSearch({ ...rest, ...(next !== 'info' && { tab: next }) });
        }}
        keys
      />
    </article>
  );
};
