import { IconArrowRight, IconCornerDownRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import kit from '#web/ui/kit.module.css';
import { tasks as words } from '#web/words/tasks.ts';
import { shortened } from './parents.ts';
import styles from './tasks.module.css';

/** What a task comes after, from the first to its parent. */
export const ParentChain = ({ names }: { readonly names: readonly string[] }) => {
  if (names.length === 0) return null;
  return (
    <small className={styles.parent} title={names.join(' → ')} data-part="parents">
      <IconCornerDownRight size={14} aria-hidden />
      <span>
        {words.after}{' '}
        {shortened(names).map((name, at) => (
          <Fragment key={name}>
            {at > 0 && (
              <>
                <IconArrowRight size={12} aria-hidden />
                <span className={kit.hidden}> {words.andThen} </span>
              </>
            )}
            {typeof name === 'number' ? words.between(name) : <bdi>{name}</bdi>}
          </Fragment>
        ))}
      </span>
    </small>
  );
};
