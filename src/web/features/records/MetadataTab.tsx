import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import { records as words } from '#web/words/records.ts';
import { AddRedirect } from './AddRedirect.tsx';
import { Fact, Known } from './Facts.tsx';
import { type Metadata, MetadataMessages, Section } from './MetadataMessages.tsx';
import { RecordLink } from './RecordLink.tsx';
import styles from './records.module.css';
import { SplitRecord } from './SplitRecord.tsx';
import { CUT_AT } from './text-column.tsx';
import { useOpened, usePart } from './useRecord.ts';

const heads = words.metadata;

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
        {akas.length === 0 ? <Known value={null} /> : <Truncate text={akas.join(', ')} at={CUT_AT} />}
      </Fact>
      <Fact name={heads.type}>
        <Known value={type} />
      </Fact>
    </dl>
  );
};

/** How a record is found, what leads to it, when it is looked at next, and what is wrong with it. */
export const MetadataTab = () => {
  const { kind } = useOpened();
  const { part: metadata, error, refetch } = usePart<Metadata>({ data: 'metadata' });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (metadata === undefined) return <span className={kit.skeleton} />;
  const { imdbId, movieDocument, imdbRedirect, serieUpdate } = metadata;
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
              <code className={kit.codeCell}>{imdbIdSource}</code>{' '}
              <SplitRecord from={imdbIdSource} to={imdbIdDestination} />
            </Fact>
            <Fact name={heads.target}>
              <RecordLink id={imdbIdDestination}>{imdbIdDestination}</RecordLink>
            </Fact>
          </dl>
        ))}
        <AddRedirect key={imdbId} to={imdbId} />
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
      <MetadataMessages metadata={metadata} />
    </>
  );
};
