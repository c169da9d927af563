import type { ReactNode } from 'react';
import { editorParts } from '#contracts/editor.api.ts';
import type { Reply } from '#contracts/endpoint.ts';
import { ago, stamp } from '#web/lib/dates.ts';
import { useCall } from '#web/lib/query.ts';
import { CopyButton } from '#web/ui/CopyText.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import { Locked, Provenance, sourceName } from './Provenance.tsx';
import styles from './records.module.css';
import { useOpened } from './useRecord.ts';

type FieldOrigin = Reply<typeof editorParts>[number];

export interface Origins {
  /** Whose most of the fields are; null until that is known. */
  readonly main: FieldOrigin | null;
  /** Whose a field is, where that is another one. */
  readonly of: (field: string) => FieldOrigin | undefined;
  /** The value of a field that comes with no record; undefined until it is known. */
  readonly fieldValue: (field: string) => unknown;
}

/** Whose the fields of the record are. */
export const useFieldOrigins = (fields: readonly string[]): Origins => {
  const { id } = useOpened();
  const { data } = useCall(editorParts, { params: { imdbId: id }, query: { parts: fields.join(',') } });
  const origins = data?.data ?? [];
  const free = origins.filter(({ locked }) => !locked);
  const many = (source: string): number => free.filter((one) => one.source === source).length;
  const main = free.toSorted((one, other) => many(other.source) - many(one.source))[0] ?? null;
  return {
    main,
    of: (field) => origins.find((one) => one.part === field && (one.locked || one.source !== main?.source)),
    fieldValue: (field) => origins.find(({ part }) => part === field)?.value,
  };
};

interface Props {
  readonly name: string;
  /** Whose it is, where that is said of it alone. */
  readonly origin?: FieldOrigin | undefined;
  readonly children: ReactNode;
}

/** A field of a record: its name, its value, and whose it is. */
export const Fact = ({ name, origin, children }: Props) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {origin && (
      <dd className={`${styles.whose} ${kit.small} ${kit.muted}`} data-part="whose">
        <span title={`${words.origin.fetched} ${stamp(origin.fetched)} (${ago(origin.fetched)})`}>
          {origin.locked ? <Locked part={origin.part} by={origin.by} /> : sourceName(origin.source)}
        </span>
      </dd>
    )}
  </div>
);

/** Whose the fields of the record are that say nothing else. */
export const FieldsOrigin = ({ main }: Pick<Origins, 'main'>) => (
  <div className={styles.fieldsOrigin}>{main && <Provenance {...main} part={undefined} />}</div>
);

/** The id of a record, which leads to IMDb where IMDb has it. */
export const IdFact = ({ imdbId, imdbUrl }: { readonly imdbId: string; readonly imdbUrl: string | null }) => (
  <Fact name={words.fields.imdbId}>
    {imdbUrl === null ? (
      <Known value={imdbId} />
    ) : (
      <a href={imdbUrl} target="_blank" rel="noreferrer">
        {imdbId}
      </a>
    )}
    <CopyButton value={imdbId} label={words.fields.imdbId} />
  </Fact>
);

/** A value that may not be known. */
export const Known = ({ value }: { readonly value: ReactNode }) =>
  value === null || value === undefined || value === '' ? <span className={kit.muted}>–</span> : <bdi>{value}</bdi>;
