import type { Executor } from '#server/platform/db/database.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { type Has, prepareContext, scopeTitles } from './context.ts';
import { countOrphans, countTitleStates, deleteGone, type Removal, type States, touchSeries } from './import.store.ts';
import { type Merged, type MergeTable, mergeTable } from './merge.ts';
import { mergePersonOrigins, mergeTitleOrigins } from './origins.ts';
import { isReplaceable } from './rebuild.ts';
import type { FileReport } from './report.ts';
import { NEXT, type StagedFile } from './staging.ts';
import { makeViews } from './views.ts';

interface Step {
  readonly spec: MergeTable;
  /** The files that fill the table, with the group of rows that each gives. */
  readonly files: readonly (readonly [ImdbFile, string])[];
  /** Files whose titles' rows have to follow. */
  readonly follows?: ImdbFile;
}

const PERSON: Step = {
  spec: {
    table: 'person',
    key: ['id'],
    columns: [
      ...['id', 'name', 'unique_name', 'birth_name', 'birth_date', 'birth_place', 'death_date', 'death_place'],
      ...['height', 'star_meter', 'professions', 'known_for', 'biography', 'photo', 'source', 'fetched_at'],
      ...['inserted_at', 'updated_at'],
    ],
    tells: true,
  },
  files: [['name.basics', '']],
};

const PARTS: readonly Step[] = [
  {
    spec: {
      table: 'aka',
      key: ['title_id', 'ordering'],
      columns: ['title_id', 'ordering', 'title', 'region', 'language', 'types', 'attributes', 'original'],
      titles: ['title_id'],
    },
    files: [['title.akas', '']],
  },
  {
    spec: {
      table: 'credit',
      key: ['title_id', 'role', 'ordering'],
      columns: ['title_id', 'role', 'ordering', 'person_id', 'main', 'characters', 'job', 'remark'],
      group: 'main',
      titles: ['title_id'],
    },
    files: [
      ['title.principals', 'true'],
      ['title.crew', 'false'],
    ],
  },
  {
    spec: {
      table: 'episode',
      key: ['title_id'],
      columns: ['title_id', 'series_id', 'season', 'number', 'year'],
      titles: ['title_id', 'series_id'],
    },
    files: [['title.episode', '']],
    follows: 'title.basics',
  },
];

const TITLE: Step = {
  spec: {
    table: 'title',
    key: ['id'],
    columns: [
      ...['id', 'type', 'title', 'original_title', 'year', 'end_year', 'runtime', 'adult', 'release_date', 'rated'],
      ...['rating', 'votes', 'metascore', 'simple_plot', 'plot', 'genres', 'countries', 'languages', 'poster'],
      ...['source', 'fetched_at', 'inserted_at', 'updated_at'],
    ],
    tells: true,
    uncounted: true,
  },
  files: [
    ['title.basics', ''],
    ['title.ratings', ''],
  ],
};

export type Counts = Pick<FileReport, 'added' | 'changed' | 'unchanged' | 'orphans'>;

export interface Plan {
  /** Tables that wait to be put in the place of the old ones. */
  readonly rebuilt: readonly string[];
  readonly counts: ReadonlyMap<ImdbFile, Counts>;
  /** Seconds that the merge of each file's table took. */
  readonly seconds: ReadonlyMap<ImdbFile, number>;
  readonly deleted: number;
}

const none: States = { wanted: 0, added: 0, changed: 0 };

/**
 * Brings the catalogue to what the staged files say, within the caller's transaction. Afterwards import.changed_title and
 * import.changed_person (`id, action`) name the records. `tell` hears of each step.
 */
export const mergeAll = async (
  tx: Executor,
  staged: ReadonlyMap<ImdbFile, StagedFile>,
  removal: Removal,
  tell: (step: string) => void,
): Promise<Plan> => {
  const has: Has = (file) => staged.has(file);
  const rowsOf = (step: Step): number => step.files.reduce((sum, [file]) => sum + (staged.get(file)?.rows ?? 0), 0);
  const counts = new Map<ImdbFile, Counts>();
  const seconds = new Map<ImdbFile, number>();
  const rebuilt: string[] = [];
  const replaceable = new Map<string, boolean>();
  for (const { spec } of [PERSON, ...PARTS, TITLE]) replaceable.set(spec.table, await isReplaceable(tx, spec.table));

  tell('compare');
  await tx.query('create table import.touched (id bigint)');
  const deleted = await deleteGone(tx, removal);
  const { keeps } = await prepareContext(tx, has);
  await makeViews(tx, has, keeps);

  const count = async (file: ImdbFile, { wanted, added, changed }: States): Promise<void> => {
    const rows = staged.get(file)?.rows ?? 0;
    const orphans = await countOrphans(tx, file, { staged: rows, wanted }, keeps);
    // What title.principals says as well is counted there.
    const there = file === 'title.crew' ? wanted : rows - orphans;
    // A locked episode may have followed the year of its record without a row of the file.
    const own = Math.min(changed, Math.max(0, there - added));
    counts.set(file, { added, changed: own, orphans, unchanged: Math.max(0, there - added - own) });
  };
  const merge = async (step: Step): Promise<Merged> => {
    const began = performance.now();
    const merged = await mergeTable(tx, step.spec, rowsOf(step), replaceable.get(step.spec.table) ?? false);
    if (merged.rebuilt) rebuilt.push(step.spec.table);
    const [first] = step.files.filter(([file]) => has(file));
    if (first) seconds.set(first[0], (performance.now() - began) / 1000);
    return merged;
  };

  let people: Merged | null = null;
  if (has('name.basics')) {
    tell('people');
    await mergePersonOrigins(tx);
    people = await merge(PERSON);
    await count('name.basics', people.tallies.get('') ?? none);
  }
  for (const step of PARTS) {
    const files = step.files.filter(([file]) => has(file));
    if (files.length === 0 && !(step.follows && has(step.follows))) continue;
    tell(step.spec.table);
    const { tallies } = await merge(step);
    for (const [file, group] of files) await count(file, tallies.get(group) ?? none);
  }
  tell('titles');
  const states = await countTitleStates(tx);
  await touchSeries(tx, `${rebuilt.includes('episode') ? NEXT : 'public'}.episode`);
  await scopeTitles(tx);
  if (has('title.basics')) await count('title.basics', states.basics);
  if (has('title.ratings')) await count('title.ratings', states.ratings);
  await mergeTitleOrigins(tx, has);
  const titles = await merge(TITLE);
  const action = `id, case when added then 'create' else 'update' end as action`;
  await tx.query(`create table import.changed_title as select ${action} from (${titles.written}) w
    union all select id, 'delete' from import.gone`);
  await tx.query(`create table import.changed_person as select ${action}
    from (${people?.written ?? 'select null::bigint as id, false as added where false'}) w`);
  await tx.query('analyze import.changed_title, import.changed_person');
  return { rebuilt, counts, seconds, deleted };
};
