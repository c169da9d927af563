import type { Reply } from '#contracts/endpoint.ts';
import { externalIds } from '#contracts/find.api.ts';
import { count } from '#web/lib/numbers.ts';
import { useCall } from '#web/lib/query.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { dashboard } from '#web/words/dashboard.ts';

const words = dashboard.ids;

type Site = Reply<typeof externalIds>[number];

const NO_ROWS: readonly Site[] = [];
const COLUMNS: readonly Column<Site>[] = [
  { key: 'site', head: words.columns.site, least: 140, grows: true, cell: ({ site }) => words.sites[site] },
  { key: 'titles', head: words.columns.titles, least: 120, cell: ({ titles }) => count(titles) },
  { key: 'people', head: words.columns.people, least: 120, cell: ({ people }) => count(people) },
];

/** How many titles and people have an id at other sites. */
export const IdsElsewhere = () => {
  const known = useCall(externalIds, undefined, { staleTime: 0 });
  const rows = known.data?.data ?? NO_ROWS;
  return (
    <>
      <DataTable
        label={words.tab}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ site }) => site}
        state={tableState(known, rows.length)}
        none={words.none}
      />
      <p>{words.note}</p>
    </>
  );
};
