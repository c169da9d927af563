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

/** Which notifications are shown: by whether they were read, and by their level. */
export const NotificationFilters = ({ view, onView }: Props) => {
  const { form, choice } = useFilters(NOTIFICATIONS, view, onView);
  const states = Object.entries(words.states).map(([value, label]) => ({ value, label }));
  return (
    <FilterBar label={words.filter} filters={form}>
      <NativeSelect label={names.read} {...choice('read', [ANY, ...states])} />
      <NativeSelect label={names.level} {...choice('level', [ANY, ...NOTIFICATION_LEVELS])} />
    </FilterBar>
  );
};
