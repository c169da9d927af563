import { NativeSelect, TextInput } from '@mantine/core';
import { MANUAL_STATES, MANUAL_TYPES } from '#contracts/manual.api.ts';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { useFilters } from '#web/ui/useFilters.ts';
import { manual as words } from '#web/words/manual.ts';
import { MANUAL, type ManualView } from './view.ts';

interface Props {
  readonly view: ManualView;
  readonly onView: (view: ManualView) => void;
}

const names = words.filters;
const ANY = { value: '', label: names.any };

/** Which rows are shown: by what became of them, their kind, and how their ids begin. */
export const ManualFilters = ({ view, onView }: Props) => {
  const { form, text, choice } = useFilters(MANUAL, view, onView);
  return (
    <FilterBar label={words.filter} filters={form}>
      <NativeSelect
        label={names.state}
        {...choice('state', [ANY, ...MANUAL_STATES.map((value) => ({ value, label: words.states[value] }))])}
      />
      <NativeSelect
        label={names.type}
        {...choice('type', [ANY, ...MANUAL_TYPES.map((value) => ({ value, label: words.types[value] }))])}
      />
      <TextInput label={names.imdbId} placeholder="tt006" maxLength={100} {...text('imdbId')} />
    </FilterBar>
  );
};
