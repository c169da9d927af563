import type { Static } from 'typebox';
import type { Actor, Title } from '#contracts/catalog.ts';
import { Poster } from '#web/ui/Poster.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { crewName } from './crew-name.ts';
import styles from './person.module.css';
import { IdText, RecordLink } from './RecordLink.tsx';
import { text } from './text-column.tsx';
import { UpdateIcon } from './UpdateIcon.tsx';

const heads = words.columns;
type Acting = Static<typeof Actor>;
type Working = Required<Title>['crew'][number];
type Person = Acting['name'];

const YES_NO = { [words.yes]: 'success', [words.no]: 'neutral' } as const;

const Face = ({ imdbId, name }: Person) => (
  <span className={styles.face}>
    <Poster imdbId={imdbId} title={name} shape="portrait" width={44} />
  </span>
);
const Main = ({ main }: Pick<Acting, 'main'>) => <StatusBadge status={main ? words.yes : words.no} map={YES_NO} />;

const person = <T extends { readonly name: Person }>(): readonly Column<T>[] => [
  { key: 'photo', head: heads.photo, least: 72, cell: ({ name }) => <Face {...name} /> },
  {
    key: 'name',
    head: heads.name,
    least: 180,
    cell: ({ name: { imdbId, name } }) => <RecordLink id={imdbId}>{name}</RecordLink>,
  },
  {
    key: 'id',
    head: heads.imdbId,
    least: 150,
    nowrap: true,
    priority: 2,
    cell: (row) => <IdText id={row.name.imdbId} />,
  },
];

const characterOf = ({ character, remark }: Acting): string =>
  [character, remark && `(${remark})`].filter(Boolean).join(' ');
const jobOf = ({ job, type }: Working): string => job ?? crewName(type);

export const ACTORS: readonly Column<Acting>[] = [
  ...person<Acting>(),
  {
    key: 'update',
    head: words.fetch.update,
    least: 80,
    cell: ({ name: { imdbId, name } }) => <UpdateIcon id={imdbId} name={name} />,
  },
  { key: 'main', head: heads.main, least: 90, cell: (row) => <Main {...row} /> },
  text({ key: 'character', head: heads.character, least: 200, grows: true, text: characterOf }),
];

export const CREW: readonly Column<Working>[] = [
  ...person<Working>(),
  text({ key: 'job', head: heads.job, least: 180, grows: true, text: jobOf }),
];

/** Somebody who has worked on a title, where there is no room for a table. */
export const personCard = (row: Acting | Working) => (
  <div className={styles.person}>
    <Face {...row.name} />
    <div>
      <RecordLink id={row.name.imdbId}>{row.name.name}</RecordLink>
      <div>{'main' in row ? characterOf(row) : jobOf(row)}</div>
      <IdText id={row.name.imdbId} />
      {'main' in row && <UpdateIcon id={row.name.imdbId} name={row.name.name} />}
    </div>
    {'main' in row && (
      <span title={heads.main}>
        <Main main={row.main} />
      </span>
    )}
  </div>
);
