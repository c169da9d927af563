import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Reply } from '#contracts/endpoint.ts';
import { fixErrors, imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import kit from '#web/ui/kit.module.css';
import { records } from '#web/words/records.ts';
import styles from './records.module.css';

const words = records.metadata;

export interface Metadata extends Omit<Reply<typeof fixErrors>, 'serieUpdate'> {
  readonly serieUpdate: { readonly imdbId: string; readonly updateDate: string | null; readonly ignore: 0 | 1 } | null;
}
type Finding = Metadata['findings'][number];

export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.block} aria-label={title}>
    <h3 className={styles.sub}>{title}</h3>
    {children}
  </section>
);

/** What Fix does about it, or why it does nothing. */
const Way = ({ imdbId, fix, reason }: Pick<Finding, 'fix' | 'reason'> & Pick<Metadata, 'imdbId'>) => {
  if (fix === null)
    return (
      <>
        {words.notFromHere} {reason}
      </>
    );
  if (fix !== 'fetch') return words.fixes[fix] ?? '';
  return (
    <>
      {words.fetch}{' '}
      <Link to="/admin/manual-update" search={{ imdbId }}>
        {words.manualUpdate}
      </Link>
    </>
  );
};

/** What is wrong with the record, and what is done about each of it. */
export const MetadataMessages = ({ metadata: { imdbId, findings } }: { readonly metadata: Metadata }) => {
  const queries = useQueryClient();
  const fix = useSend(fixErrors, {
    onSuccess: ({ data: { messages } }) => {
      tell(messages.length === 0 ? words.fixed : `${words.fixed}, ${words.left(messages.length)}`, 'success');
      void queries.invalidateQueries({ queryKey: keyOf(imdbParts) });
    },
    onError: tellOf,
  });
  return (
    <Section title={words.messages}>
      {findings.length === 0 ? (
        <p className={kit.muted}>{words.noMessages}</p>
      ) : (
        <ul className={styles.messages}>
          {findings.map(({ check, message, ...way }) => (
            <li key={`${check} ${message}`}>
              {message}{' '}
              <span className={`${kit.small} ${kit.muted}`}>
                <Way imdbId={imdbId} {...way} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button disabled={findings.length === 0} loading={fix.isPending} onClick={() => fix.mutate({ body: { imdbId } })}>
        {words.fix}
      </Button>
    </Section>
  );
};
