import { Button, MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '#web/app/styles.css';
import './kit.module.css';
import { cssVariablesResolver, theme } from '#web/app/theme.ts';
import { pageRows } from '#web/lib/paging.ts';
import { ActionBar } from './ActionBar.tsx';
import { DataTable } from './DataTable.tsx';
import { DropZone } from './DropZone.tsx';
import { Pager } from './Pager.tsx';
import { RowMenu } from './RowMenu.tsx';
import { Tabs } from './Tabs.tsx';
import { TaskProgress } from './TaskProgress.tsx';

/** What no page of the site has yet, on a page for tests. */

const NAMES = [
  ...['Info', 'Akas', 'Actors', 'Countries', 'Crew', 'Genres', 'Goofs', 'Keywords', 'Languages', 'Locations'],
  ...['Quotes', 'Similar Movies of other countries and years', 'Trivias', 'Seasons', 'Metadata'],
];
const ROWS = Array.from({ length: 25 }, (_, id) => ({ id, name: `row ${id}`, isOk: id % 5 === 0 }));
const REGS = 10;

const List = () => {
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const [page, setPage] = useState(1);
  const [done, setDone] = useState('');
  return (
    <>
      <DataTable
        label="Rows"
        rows={pageRows(ROWS, page, REGS)}
        columns={[
          { key: 'name', head: 'NAME', least: 160, grows: true, cell: ({ name }) => name },
          {
            key: 'menu',
            head: '',
            name: 'Actions',
            least: 60,
            align: 'end',
            cell: ({ name, isOk }) => (
              <RowMenu
                label={`More for ${name}`}
                actions={[
                  { label: 'Reprocess', onRun: () => setDone(`reprocess ${name}`) },
                  {
                    label: 'Remove',
                    onRun: () => setDone(`remove ${name}`),
                    danger: true,
                    off: isOk ? 'it is OK' : undefined,
                  },
                ]}
              />
            ),
          },
        ]}
        rowKey={({ id }) => id}
        selection={{ chosen, onChoose: setChosen, name: ({ name }) => name, may: ({ isOk }) => !isOk }}
        detail={({ name }) => <p>All about {name}</p>}
        state={{ show: 'rows', busy: false, stale: false, error: null, onRetry: () => undefined }}
        none="No rows"
      />
      <Pager page={page} total={ROWS.length} regs={REGS} onPage={setPage} />
      <ActionBar chosen={chosen.size} onClear={() => setChosen(new Set())}>
        <Button onClick={() => setDone(`reprocess ${[...chosen].join()}`)}>Reprocess</Button>
      </ActionBar>
      <output>{done}</output>
    </>
  );
};

const Page = () => {
  const [tab, setTab] = useState('Metadata');
  const [files, setFiles] = useState('');
  return (
    <main>
      <h1>Kit</h1>
      <Tabs
        label="Parts"
        keys
        open={tab}
        onOpen={setTab}
        tabs={NAMES.map((name, at) => ({
          name,
          label: name,
          ...(at > 0 && { count: at * 1_234 }),
          panel: () => <p data-part="panel">Panel of {name}</p>,
        }))}
      />
      <input aria-label="Text" />
      <List />
      <DropZone
        label="Import bundle"
        endings={['.json', '.json.gz']}
        most={1_024}
        onFiles={(taken) => setFiles(taken.map(({ name }) => name).join())}
      />
      <p data-part="files">{files}</p>
      <TaskProgress label="Update movies" status="EXECUTING" processed={30} total={120} />
      <TaskProgress label="Waiting" status="WAITING" processed={0} total={0} />
    </main>
  );
};

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
    <Page />
  </MantineProvider>,
);
