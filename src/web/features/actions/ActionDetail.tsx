import type { ReactNode } from 'react';
import type { AdminAction } from '#contracts/actions.api.ts';
import kit from '#web/ui/kit.module.css';
import { Truncate } from '#web/ui/Truncate.tsx';
import { actions as words } from '#web/words/actions.ts';
import styles from './actions.module.css';
import { changesOf } from './changes.ts';

const LONG = 250;

const Value = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <span className={kit.muted}>{words.nothing}</span>
  ) : (
    <span className={`${kit.codeCell} ${kit.prose}`} dir="auto">
      <Truncate text={text} at={LONG} />
    </span>
  );

interface PartProps {
  readonly title: string;
  readonly fields: readonly (readonly [name: string, value: ReactNode])[];
}

const Part = ({ title, fields }: PartProps) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    <dl>
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

/** What was sent, and what of the record has changed. */
export const ActionDetail = ({ action: { sent, before, after, requestId } }: { readonly action: AdminAction }) => {
  const changes = changesOf(before, after);
  return (
    <div className={styles.detail}>
      {sent !== null && (
        <Part title={words.sent} fields={changesOf(null, sent).map(({ name, to }) => [name, <Value text={to} />])} />
      )}
      {changes.length > 0 && (
        <Part
          title={words.changed}
          fields={changes.map(({ name, from, to }) => [
            name,
            <>
              <span className={kit.muted}>{words.from}</span> <Value text={from} />{' '}
              <span className={kit.muted}>{words.to}</span> <Value text={to} />
            </>,
          ])}
        />
      )}
      {before !== null && changes.length === 0 && <p className={kit.muted}>{words.same}</p>}
      <Part title={words.request} fields={[['X-Request-Id', <Value text={requestId} />]]} />
    </div>
  );
};
