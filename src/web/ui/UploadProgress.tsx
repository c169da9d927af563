import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import kit from './kit.module.css';
import styles from './UploadProgress.module.css';

interface Props {
  /** How much of the file is on the server: 0 to 1. */
  readonly share: number;
}

/** How far a file has been sent. */
export const UploadProgress = ({ share }: Props) => {
  const percent = Math.round(share * 100);
  return (
    <div className={styles.progress}>
      <Progress value={percent} aria-label="Sent" />
      <span className={kit.small} role="status">
        Sent {percent} %
      </span>
    </div>
  );
};
