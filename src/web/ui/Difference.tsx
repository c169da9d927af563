import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { forms } from '#web/words/forms.ts';
import { BusyButton } from './BusyButton.tsx';
import styles from './Difference.module.css';
import kit from './kit.module.css';

interface Props {
  readonly differences: readonly {
    readonly field: string;
    readonly label: string;
    readonly theirs: string;
    readonly yours: string;
  }[];
  readonly busy: boolean;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
}

/** Where two people's changes of one record differ, and the choice between them. */
export const Difference = ({ differences, busy, onTheirs, onMine }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // Focus alone would leave it, and the choice below it, under a bar that stays in sight.
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section className={styles.difference} aria-label={forms.meanwhile}>
      <h3 ref={heading} tabIndex={-1}>
        {forms.meanwhile}
      </h3>
      <p>{forms.meanwhileText}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{forms.field}</th>
            <th scope="col">{forms.theirs}</th>
            <th scope="col">{forms.yours}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, label, theirs, yours }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td data-name={forms.theirs}>{theirs}</td>
              <td data-name={forms.yours}>{yours}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={kit.row}>
        <Button variant="default" onClick={onTheirs}>
          {forms.takeTheirs}
        </Button>
        <BusyButton busy={busy} onClick={onMine}>
          {forms.keepMine}
        </BusyButton>
      </div>
    </section>
  );
};
