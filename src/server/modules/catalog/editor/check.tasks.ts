import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import { imdbId, type RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type RunContext, type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { CHECKS, type Check, type Finding } from './check.rules.ts';
import type { Checks } from './check.service.ts';
import { countRecords, readNext } from './check.store.ts';

/** Records that are looked at in one statement, and mended in one step. */
const AT_ONCE = { looked: 500, mended: 100 } as const;
/** Records that are named of each kind of finding. */
const NAMED = 5;
const KINDS: readonly RecordKind[] = ['movie', 'name'];

interface Parts {
  readonly db: Executor;
  readonly checks: Pick<Checks, 'findingsIn' | 'mendAll'>;
}

interface Given {
  readonly fix?: boolean;
  readonly fetch?: boolean;
  readonly only?: Check;
}

const chunks = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** How many records have each kind of finding, and some of them. */
const createTally = () => {
  const found = new Map<Check, { records: number; readonly named: string[] }>();
  const add = (id: string, findings: readonly Finding[]): void => {
    for (const check of new Set(findings.map((one) => one.check))) {
      const one = found.get(check) ?? { records: 0, named: [] };
      found.set(check, one);
      one.records += 1;
      if (one.named.length < NAMED) one.named.push(id);
    }
  };
  const lines = (): readonly string[] =>
    (Object.keys(CHECKS) as Check[]).flatMap((check) => {
      const { records, named } = found.get(check) ?? { records: 0, named: [] };
      const which = `${records > named.length ? 'among them ' : ''}${named.join(', ')}`;
      return records === 0 ? [] : [`${counted(records, 'record', 'records')} ${CHECKS[check]}: ${which}.`];
    });
  return { add, lines };
};

/** Looks at every record of the catalogue for what Metadata says of one, and mends it when it is told to. */
export const checkCatalogue = ({ db, checks }: Parts): TaskType => {
  const work = async ({ fix = false, fetch = false, only }: Given, { signal, progress, log }: RunContext) => {
    const isMeant = ({ check }: Finding): boolean => only === undefined || check === only;
    const isMended = (one: Finding): boolean => isMeant(one) && one.fix !== null && (one.fix === 'fetch' ? fetch : fix);
    const tally = createTally();
    const total = (await countRecords(db, 'movie')) + (await countRecords(db, 'name'));
    let [looked, mended] = [0, 0];
    const lookAt = async (kind: RecordKind, keys: readonly number[]): Promise<void> => {
      const found = await checks.findingsIn(kind, keys);
      for (const [key, findings] of found) tally.add(imdbId(kind, key), findings.filter(isMeant));
      const wrong = [...found].flatMap(([key, findings]) => (findings.some(isMended) ? [key] : []));
      for (const some of chunks(wrong, AT_ONCE.mended)) {
        signal.throwIfAborted();
        await checks.mendAll(kind, some, null, isMended);
        mended += some.length;
      }
    };
    progress(0, total);
    for (const kind of KINDS)
      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const keys = await readNext(db, kind, after, AT_ONCE.looked);
        if (keys.length === 0) break;
        await lookAt(kind, keys);
        looked += keys.length;
        after = keys.at(-1) ?? after;
        progress(looked, Math.max(total, looked));
      }
    const lines = tally.lines();
    for (const line of lines) log(line, 'WARN');
    log(`${counted(looked, 'record', 'records')} looked at${lines.length === 0 ? ', nothing is wrong' : ''}.`);
    if (fix || fetch) log(`${counted(mended, 'record', 'records')} mended or left to be fetched.`);
  };

  return taskType({
    name: 'CHECK_CATALOGUE',
    summary: 'Looks for what is wrong with the records of the catalogue, and mends what can be mended.',
    category: 'movie',
    arguments: Type.Object({
      fix: Type.Optional(Type.Boolean({ description: 'Mends what can be mended here.' })),
      fetch: Type.Optional(Type.Boolean({ description: 'Leaves what only a source can mend for the manual update.' })),
      only: Type.Optional(
        Type.Enum(Object.keys(CHECKS) as Check[], { description: 'Looks for this and for nothing else.' }),
      ),
    }),
    run: work,
  });
};
