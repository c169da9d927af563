import { NativeSelect, TextInput } from '@mantine/core';
import { DateTimeField } from '#web/ui/DateTimeField.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { QuickRanges } from '#web/ui/QuickRanges.tsx';
import { useFilters } from '#web/ui/useFilters.ts';
import { logs as words } from '#web/words/logs.ts';
import styles from './logs.module.css';
import { CATEGORIES, LEVELS, LOGS, type LogsView } from './view.ts';

interface Props {
  readonly view: LogsView;
  readonly onView: (view: LogsView) => void;
  /** The list refreshes itself. */
  readonly disabled: boolean;
}

const ANY = { value: '', label: words.any };
const NAMED = CATEGORIES.map((category) => ({ value: String(category), label: words.categories[category] }));

/** The form of the filters. What is typed waits for Search; a range is taken at once. */
export const LogFilters = ({ view, onView, disabled }: Props) => {
  const { form, searchWith, text, choice, moment } = useFilters(LOGS, view, onView);
  return (
    <FilterBar label={words.filter} filters={form} disabled={disabled}>
      <TextInput label={words.text} {...text('log')} />
      <DateTimeField label={words.start} {...moment('startDate')} />
      <DateTimeField label={words.end} {...moment('endDate')} />
      <NativeSelect className={styles.choice} label={words.level} {...choice('level', [ANY, ...LEVELS])} />
      <NativeSelect className={styles.choice} label={words.category} {...choice('category', [ANY, ...NAMED])} />
      <TextInput className={styles.choice} label={words.requestId} {...text('requestId')} />
      <TextInput className={styles.run} label={words.run} {...text('idRun')} inputMode="numeric" />
      <QuickRanges onStart={(startDate) => searchWith({ startDate, endDate: '' })} />
    </FilterBar>
  );
};
