import { Button } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { shell } from '#web/words/shell.ts';
import styles from './Shell.module.css';
import { Shell } from './Shell.tsx';

/** An address that is none of ours. */
export const NotHerePage = () => {
  const { history } = useRouter();
  const { title, text, back, home } = shell.notHere;
  return (
    <Shell>
      <div className={styles.trouble}>
        <PageHeader title={title} />
        <p>{text}</p>
        <div className={styles.troubleActions}>
          <Button renderRoot={(props) => <Link to="/" {...props} />}>{home}</Button>
          {history.canGoBack() && (
            <Button variant="default" onClick={() => history.back()}>
              {back}
            </Button>
          )}
        </div>
      </div>
    </Shell>
  );
};

/** A page that could not be loaded or shown. */
export const BrokenPage = () => {
  const { title, text, again } = shell.broken;
  return (
    <Shell>
      <div className={styles.trouble} role="alert">
        <PageHeader title={title} />
        <p>{text}</p>
        <div className={styles.troubleActions}>
          <Button onClick={() => window.location.reload()}>{again}</Button>
        </div>
      </div>
    </Shell>
  );
};
