import { count } from '#web/lib/numbers.ts';
import kit from '#web/ui/kit.module.css';
import { manager as words } from '#web/words/manager.ts';
import styles from './manager.module.css';

interface Props {
  readonly used: number;
  /** Requests a day; null: as many as one likes. */
  readonly limit: number | null;
  /** Answered 429. */
  readonly refused: number;
  /** The user has been deleted: nothing limits the token any more. */
  readonly deleted?: boolean;
}

/** How many were answered 429; nothing where none was. */
export const Refused = ({ requests }: { readonly requests: number }) =>
  requests > 0 && <strong className={styles.refused}> {words.refused(count(requests))}</strong>;

/** How much of a day's limit is used, in figures and as a bar; over the limit it says so. */
export const UsedBar = ({ used, limit, refused, deleted = false }: Props) => {
  if (deleted)
    return (
      <span className={styles.used}>
        <span>
          {count(used)} <span className={kit.muted}>{words.deleted}</span>
        </span>
      </span>
    );
  const over = limit !== null && used > limit;
  const share = limit === null ? 0 : Math.min(100, limit === 0 ? 100 : (used / limit) * 100);
  return (
    <span className={styles.used}>
      <span>
        {count(used)} / {limit === null ? words.noLimit : count(limit)}
        {over && <strong> {words.overLimit}</strong>}
        {used === limit && <span className={styles.spent}> {words.usedUp}</span>}
        <Refused requests={refused} />
      </span>
      {limit !== null && (
        <span className={styles.track} aria-hidden="true">
          <span style={{ inlineSize: `${share}%` }} data-over={over || undefined} />
        </span>
      )}
    </span>
  );
};
