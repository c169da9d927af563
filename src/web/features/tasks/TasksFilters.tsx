import { NativeSelect, TextInput } from '@mantine/core';
import { TASK_STATUSES } from '#contracts/task-types.ts';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { useFilters } from '#web/ui/useFilters.ts';
import { tasks as words } from '#web/words/tasks.ts';
import styles from './tasks.module.css';
import { TASKS, type TasksView } from './view.ts';

interface Props {
  readonly view: TasksView;
  /** The types that tasks have. */
  readonly types: readonly string[];
  readonly onView: (view: TasksView) => void;
}

const ANY = { value: '', label: words.any };

/** The form of the filters; a choice is taken at once, a text with Search. */
export const TasksFilters = ({ view, types, onView }: Props) => {
  const { form, searchWith, text, choice } = useFilters(TASKS, view, onView);
  const atOnce = (name: 'status' | 'type' | 'active', choices: readonly string[]) => ({
    ...choice(name, [ANY, ...choices]),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      searchWith({ [name]: value }),
  });
  return (
    <FilterBar label={words.filter} filters={form}>
      <TextInput label={words.text} placeholder={words.textExample} {...text('text')} />
      <NativeSelect className={styles.medium} label={words.status} {...atOnce('status', TASK_STATUSES)} />
      <NativeSelect className={styles.medium} label={words.type} {...atOnce('type', types)} />
      <NativeSelect className={styles.short} label={words.active} {...atOnce('active', [words.yes, words.no])} />
    </FilterBar>
  );
};
