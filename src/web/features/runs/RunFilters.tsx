import { NativeSelect } from '@mantine/core';
import { TASK_STATUSES } from '#contracts/task-types.ts';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { useFilters } from '#web/ui/useFilters.ts';
import { runs } from '#web/words/runs.ts';
import { RUNS, type RunsView } from './view.ts';

interface Props {
  readonly view: RunsView;
  readonly onView: (view: RunsView) => void;
}

const words = runs.history;

/** Which runs are shown: by how they ended, or where they are. */
export const RunFilters = ({ view, onView }: Props) => {
  const { form, choice } = useFilters(RUNS, view, onView);
  return (
    <FilterBar label={words.filter} filters={form}>
      <NativeSelect label={words.status} {...choice('status', [{ value: '', label: words.any }, ...TASK_STATUSES])} />
    </FilterBar>
  );
};
