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
  const { form, values, text } = useFilters(MANUAL, view, onView);
  // What the address says stays in sight, also what is no choice.
  const other = (value: string, known: readonly string[]) => (value === '' || known.includes(value) ? [] : [value]);
  return (
    <FilterBar label={words.filter} filters={form}>
      <NativeSelect
        label={names.state}
        {...text('state')}
        data={[
          ANY,
          ...MANUAL_STATES.map((value) => ({ value, label: words.states[value] })),
          ...other(values.state, MANUAL_STATES),
        ]}
      />
      <NativeSelect
        label={names.type}
        {...text('type')}
        data={[
          ANY,
          ...MANUAL_TYPES.map((value) => ({ value, label: words.types[value] })),
          ...other(values.type, MANUAL_TYPES),
        ]}
      />
      <TextInput label={names.imdbId} placeholder="tt006" maxLength={100} {...text('imdbId')} />
    </FilterBar>
  );
};
