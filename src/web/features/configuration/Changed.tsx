import type { ConfigurationChange } from '#contracts/configuration.api.ts';
import kit from '#web/ui/kit.module.css';
import { Truncate } from '#web/ui/Truncate.tsx';
import { configuration } from '#web/words/configuration.ts';
import styles from './configuration.module.css';
import { differenceOf } from './difference.ts';

const LONG = 250;

const Side = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <span className={kit.muted}>{configuration.empty}</span>
  ) : (
    <span className={`${kit.codeCell} ${kit.prose}`} dir="auto">
      <Truncate text={text} at={LONG} />
    </span>
  );

interface Props extends Pick<ConfigurationChange, 'before' | 'after'> {
  readonly says: { readonly before: string; readonly after: string; readonly none: string };
}

/** What was changed, or would be, field by field. */
export const Changed = ({ before, after, says }: Props) => {
  const differences = differenceOf({ before, after });
  if (differences.length === 0) return <span className={kit.muted}>{says.none}</span>;
  return (
    <dl className={styles.changed}>
      {differences.map(({ label, from, to }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before !== null && (
              <>
                <span className={kit.muted}>{says.before}</span> <Side text={from} />{' '}
              </>
            )}
            {after !== null && (
              <>
                <span className={kit.muted}>{says.after}</span> <Side text={to} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};
