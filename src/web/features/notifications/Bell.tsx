import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import kit from '#web/ui/kit.module.css';
import { notifications as words } from '#web/words/notifications.ts';
import { badgeOf } from './badge.ts';
import styles from './notifications.module.css';
import { useUnread } from './useUnread.ts';

/** The way to the notifications, with how many are unread. */
export const Bell = () => {
  const unread = useUnread();
  const badge = badgeOf(unread);
  return (
    <Link
      to="/admin/notifications"
      className={`${kit.icon} ${styles.bell}`}
      aria-label={words.bell(unread)}
      title={words.bell(unread)}
    >
      <IconBell size={20} aria-hidden />
      {badge !== null && (
        <span className={styles.badge} data-part="unread">
          {badge}
        </span>
      )}
    </Link>
  );
};
