import { useState } from 'react';
import kit from '#web/ui/kit.module.css';
import { Truncate } from '#web/ui/Truncate.tsx';
import { editing } from '#web/words/editing.ts';
import styles from './history.module.css';

const words = editing.history;
const CUT_AT = 300;
/** Rows of a change that are shown at first. */
const FIRST = 3;

export interface Side {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

/** What was there before and after, row by row; the first of them, and all when they are asked for. */
export const Sides = ({ sides }: { readonly sides: readonly Side[] }) => {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {(isWhole ? sides : sides.slice(0, FIRST)).map(({ key, before, after }) => (
        <dl key={key} className={styles.sides}>
          {[
            [words.before, before],
            [words.after, after],
          ].map(([name = '', text = '']) => (
            <div key={name} data-side={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>
                  <Truncate text={text} at={CUT_AT} />
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      ))}
      {sides.length > FIRST && (
        <button type="button" className={kit.link} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.less : words.more}
        </button>
      )}
    </>
  );
};
