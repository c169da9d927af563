import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Reply } from '#contracts/endpoint.ts';
import { fixErrors, imdbParts } from '#contracts/imdb.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { records as words } from '#web/words/records.ts';
import { Fact, Known } from './Facts.tsx';
import { RecordLink } from './RecordLink.tsx';
import styles from './records.module.css';
import { useOpened, usePart } from './useRecord.ts';

const heads = words.metadata;

export interface Metadata extends Omit<Reply<typeof fixErrors>, 'serieUpdate'> {
  readonly serieUpdate: { readonly imdbId: string; readonly updateDate: string | null; readonly ignore: 0 | 1 } | null;
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.block} aria-label={title}>
    <h3 className={styles.sub}>{title}</h3>
    {children}
  </section>
);

const Index = ({ document }: { readonly document: Metadata['movieDocument'] }) => {
  const { kind } = useOpened();
  if (document === null) return <p className={kit.muted}>{heads.notIndexed}</p>;
  const { idMovie, imdbId, title, akas, type } = document;
  return (
    <dl className={styles.facts}>
      <Fact name={kind === 'movie' ? heads.idMovie : heads.idName}>{idMovie}</Fact>
      <Fact name={heads.imdbId}>
        <code className={kit.codeCell}>{imdbId}</code>
      </Fact>
      <Fact name={heads.title}>
        <Known value={title} />
      </Fact>
      <Fact name={heads.aka}>
        <Known value={akas.join(', ')} />
      </Fact>
      <Fact name={heads.type}>
        <Known value={type} />
      </Fact>
    </dl>
  );
};

const Messages = ({ metadata }: { readonly metadata: Metadata }) => {
  const { findings } = metadata;
  const queries = useQueryClient();
  const fix = useSend(fixErrors, {
    onSuccess: ({ data: { messages } }) => {
      tell(messages.length === 0 ? heads.fixed : `${heads.fixed}, ${heads.left(messages.length)}`, 'success');
      void queries.invalidateQueries({ queryKey: keyOf(imdbParts) });
    },
    onError: tellOf,
  });
  return (
    <Section title={heads.messages}>
      {findings.length === 0 ? (
        <p className={kit.muted}>{heads.noMessages}</p>
      ) : (
        <ul className={styles.messages}>
          {findings.map(({ check, message, fix: way, reason }) => (
            <li key={`${check} ${message}`}>
              {message}
              {way === null && (
                <span className={`${kit.small} ${kit.muted}`}>
                  {' '}
                  {heads.notFromHere} {reason}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button
        disabled={findings.length === 0}
        loading={fix.isPending}
        onClick={() => fix.mutate({ body: { imdbId: metadata.imdbId } })}
      >
        {heads.fix}
      </Button>
    </Section>
  );
};

/** How a record is found, what leads to it, when it is looked at next, and what is wrong with it. */
export const MetadataTab = () => {
  const { kind } = useOpened();
  const { part: metadata, error, refetch } = usePart<Metadata>({ data: 'metadata' });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (metadata === undefined) return <span className={kit.skeleton} />;
  const { movieDocument, imdbRedirect, serieUpdate } = metadata;
  return (
    <>
      <Section title={heads.index}>
        <Index document={movieDocument} />
      </Section>
      <Section title={heads.redirection}>
        {imdbRedirect.length === 0 && <p className={kit.muted}>{heads.noRedirects}</p>}
        {imdbRedirect.map(({ imdbIdSource, imdbIdDestination }) => (
          <dl key={imdbIdSource} className={styles.facts}>
            <Fact name={heads.source}>
              <code className={kit.codeCell}>{imdbIdSource}</code>
            </Fact>
            <Fact name={heads.target}>
              <RecordLink id={imdbIdDestination}>{imdbIdDestination}</RecordLink>
            </Fact>
          </dl>
        ))}
      </Section>
      {kind === 'movie' && (
        <Section title={heads.serie}>
          {serieUpdate === null ? (
            <p className={kit.muted}>{heads.noUpdate}</p>
          ) : (
            <dl className={styles.facts}>
              <Fact name={heads.imdbId}>
                <code className={kit.codeCell}>{serieUpdate.imdbId}</code>
              </Fact>
              <Fact name={heads.ignored}>
                <StatusBadge
                  status={serieUpdate.ignore === 1 ? words.yes : words.no}
                  map={{ [words.yes]: 'warning', [words.no]: 'neutral' }}
                />
              </Fact>
              <Fact name={heads.updateDate}>
                <TimeText iso={serieUpdate.updateDate} />
              </Fact>
            </dl>
          )}
        </Section>
      )}
      <Messages metadata={metadata} />
    </>
  );
};
