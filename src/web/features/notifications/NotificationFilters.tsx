import { NativeSelect } from '@mantine/core';
import { NOTIFICATION_LEVELS } from '#contracts/notification.api.ts';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { useFilters } from '#web/ui/useFilters.ts';
import { notifications as words } from '#web/words/notifications.ts';
import { NOTIFICATIONS, type NotificationsView } from './view.ts';

interface Props {
  readonly view: NotificationsView;
  readonly onView: (view: NotificationsView) => void;
}

const names = words.filters;
const ANY = { value: '', label: names.any };
const LEVELS: readonly string[] = NOTIFICATION_LEVELS;

/** Which notifications are shown: by whether they were read, and by their level. */
export const NotificationFilters = ({ view, onView }: Props) => {
  const { form, values, text } = useFilters(NOTIFICATIONS, view, onView);
  // What the address says stays in sight, also what is no choice.
  const other = (value: string, known: readonly string[]) => (value === '' || known.includes(value) ? [] : [value]);
  const states = Object.entries(words.states).map(([value, label]) => ({ value, label }));
  return (
    <FilterBar label={words.filter} filters={form}>
      <NativeSelect label={names.read} {...text('read')} data={[ANY, ...states, ...other(values.read, ['0', '1'])]} />
      <NativeSelect label={names.level} {...text('level')} data={[ANY, ...LEVELS, ...other(values.level, LEVELS)]} />
    </FilterBar>
  );
};
