import { TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { Name } from '#contracts/people.ts';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { useSession } from '#web/lib/session.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { crewName } from './crew-name.ts';
import { type Credit, newestFirst, withText } from './filmography.ts';
import { PageBar } from './PartTable.tsx';
import { Provenance } from './Provenance.tsx';
import { listAsk } from './plan.ts';
import { RecordLink } from './RecordLink.tsx';
import styles from './records.module.css';
import { text } from './text-column.tsx';
import { type ListPart, usePart } from './useRecord.ts';

const heads = words.columns;
type Section = NonNullable<Name['filmographies']>[number];

const COLUMNS: readonly Column<Credit>[] = [
  text({ key: 'year', head: heads.year, least: 80, text: ({ year }) => year }),
  {
    key: 'title',
    head: heads.title,
    least: 220,
    cell: ({ imdbId, title }) => <RecordLink id={imdbId}>{title}</RecordLink>,
  },
  {
    key: 'id',
    head: heads.imdbId,
    least: 120,
    nowrap: true,
    priority: 1,
    cell: ({ imdbId }) => <code className={styles.id}>{imdbId}</code>,
  },
  text({ key: 'remarks', head: heads.remarks, least: 200, grows: true, text: ({ remarks }) => remarks }),
];

interface ListProps {
  readonly section: Section;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly state: ReturnType<typeof tableState>;
}

const Credits = ({ section, page: wanted, onPage, state }: ListProps) => {
  const { regsPerPage } = useSession();
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed);
  const credits = withText(newestFirst(section.filmographiesNames), filter);
  const page = pageWithin(wanted, credits.length, regsPerPage);
  const rows = pageRows(credits, page, regsPerPage);
  const places = new Map(rows.map((row, at) => [row, at]));
  return (
    <>
      <TextInput
        className={styles.filter}
        label={words.filmography.filter}
        value={typed}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          if (wanted !== 1) onPage(1);
        }}
      />
      <DataTable
        label={crewName(section.section)}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => places.get(row) ?? 0}
        state={{ ...state, show: rows.length > 0 ? 'rows' : 'empty' }}
        none={words.none}
      />
      {credits.length > 0 && <PageBar shown={rows.length} total={credits.length} page={page} onPage={onPage} />}
    </>
  );
};

interface Props {
  /** What the address says. */
  readonly section: string | undefined;
  readonly page: number;
  readonly onSection: (section: string) => void;
  readonly onPage: (page: number) => void;
}

/** What a person has worked in, by kind of work, newest first. */
export const FilmographyTab = ({ section, page, onSection, onPage }: Props) => {
  const { regsPerPage } = useSession();
  const { part, ...answer } = usePart<ListPart<Section>>(listAsk('filmography', 1, regsPerPage));
  const sections = part?.data ?? [];
  const state = tableState(answer, sections.length);
  const chosen = sections.find((one) => one.section === section) ?? sections[0];
  if (chosen === undefined || part === undefined)
    return state.show === 'empty' ? (
      <EmptyState title={words.none} />
    ) : (
      <DataTable
        label={words.tabs.filmography}
        columns={COLUMNS}
        rows={[]}
        rowKey={() => 0}
        state={state}
        none={words.none}
      />
    );
  return (
    <>
      <Tabs
        label={words.tabs.filmography}
        tabs={sections.map((one) => ({
          name: one.section,
          label: crewName(one.section),
          count: one.filmographiesNames.length,
          countName: words.filmography.credits(one.filmographiesNames.length),
          panel: () => <Credits key={one.section} section={one} page={page} onPage={onPage} state={state} />,
        }))}
        open={chosen.section}
        onOpen={onSection}
        small
      />
      <Provenance {...part} />
    </>
  );
};
