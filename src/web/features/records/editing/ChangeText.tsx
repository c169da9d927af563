import type { imdbHistory } from '#contracts/editor.api.ts';
import type { Reply } from '#contracts/endpoint.ts';
import { type Values, WRITTEN } from '#contracts/record.ts';
import { editing } from '#web/words/editing.ts';
import { partName } from '../part-name.ts';
import { RecordLink } from '../RecordLink.tsx';
import type { RecordKind } from '../record-search.ts';
import { draftOf } from './drafts.ts';
import styles from './history.module.css';
import { differencesIn, shapeOfPart } from './parts.ts';
import { Sides } from './Sides.tsx';

const words = editing.history;

/** A picture by what it is: its id says nothing to people. */
const pictureTold = (value: unknown): string =>
  value === null || value === undefined
    ? words.picture.none
    : value === 'drawn'
      ? words.picture.drawn
      : words.picture.given;

interface PartChangeProps {
  readonly kind: RecordKind;
  readonly part: string;
  readonly before: unknown;
  readonly after: unknown;
}

const PartChange = ({ kind, part, before, after }: PartChangeProps) => {
  if (!(part in WRITTEN[kind].fields) && !(part in WRITTEN[kind].parts))
    return <Sides sides={[{ key: part, before: pictureTold(before), after: pictureTold(after) }]} />;
  const field = shapeOfPart(kind, part, true);
  const differences = differencesIn(field, draftOf(field.shape, before), draftOf(field.shape, after));
  return <Sides sides={differences.map((one) => ({ key: one.field, before: one.theirs, after: one.yours }))} />;
};

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

interface Props {
  readonly kind: RecordKind;
  readonly entry: Reply<typeof imdbHistory>[number];
}

/** What a change has changed: a value, the rows that are not the same, or where a record has gone. */
export const ChangeText = ({ kind, entry: { action, merged, part, before, after } }: Props) => {
  if (action === 'merge' && merged === null && typeof after === 'string')
    return (
      <p className={styles.into}>
        {words.into} <RecordLink id={after}>{after}</RecordLink>
      </p>
    );
  if (action === 'edit' && part !== null) return <PartChange {...{ kind, part, before, after }} />;
  // One that has made the record has changed everything.
  if ((action !== 'fetch' && action !== 'import') || !isValues(before) || !isValues(after)) return null;
  return Object.keys({ ...before, ...after }).map((one) => (
    <div key={one} className={styles.part}>
      <strong>{partName(one)}</strong>
      <PartChange kind={kind} part={one} before={before[one]} after={after[one]} />
    </div>
  ));
};
