import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

interface Area {
  readonly sources: readonly string[];
  /** Where the tests are that have to hold it: those beside it, so that a rule is held where it stands. */
  readonly tests: readonly string[];
}

/** What may not break without a test that says so. */
export const AREAS: Readonly<Record<string, Area>> = {
  kernel: { sources: ['src/server/kernel/*.ts'], tests: ['src/server/kernel/*.test.ts'] },
  outbound: { sources: ['src/server/platform/outbound/*.ts'], tests: ['src/server/platform/outbound/*.test.ts'] },
  http: {
    sources: ['src/server/platform/http/*.ts'],
    tests: ['src/server/platform/http/*.test.ts'],
  },
  quota: {
    sources: ['src/server/modules/quota/quota*.ts'],
    tests: ['src/server/modules/quota/quota*.test.ts', 'src/server/modules/quota/usage*.test.ts'],
  },
  billing: {
    sources: ['src/server/modules/billing/*{rules,service,map}.ts'],
    tests: ['src/server/modules/billing/*.test.ts'],
  },
  cron: { sources: ['src/server/kernel/cron/*.ts'], tests: ['src/server/kernel/cron/*.test.ts'] },
  tasks: {
    sources: ['src/server/modules/tasks/*{rules,service,scheduler,executor,node}.ts'],
    tests: ['src/server/modules/tasks/*.test.ts'],
  },
  realtime: { sources: ['src/server/platform/realtime/*.ts'], tests: ['src/server/platform/realtime/*.test.ts'] },
};

const filesOf = (patterns: readonly string[]): string[] => globSync([...patterns], { cwd: ROOT }).sort();

export const sourcesOf = ({ sources }: Area): string[] =>
  filesOf(sources).filter((file) => !/\.(?:test|fixture)\.ts$/.test(file));

const IMPORT = /\bfrom '([^']+)'|\bimport\('([^']+)'\)/g;

const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].flatMap(([, one, other]) => {
    const name = one ?? other ?? '';
    if (name.startsWith('.')) return [join(dirname(file), name)];
    return name.startsWith('#') ? [name.replace(/^#(?!test)/, 'src/').replace(/^#/, '')] : [];
  });

/** Everything that a file imports, also through others. */
const reachOf = (file: string): ReadonlySet<string> => {
  const seen = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one) || !one.endsWith('.ts')) return;
    seen.add(one);
    for (const next of importsOf(one)) visit(next);
  };
  visit(file);
  return seen;
};

/** The tests of an area that import a file, in turns: its own, which mostly notice, the quick ones, those with a database. */
export const testsFor = (area: Area, source: string): readonly (readonly string[])[] => {
  const stem = join(dirname(source), basename(source, '.ts'));
  const reached = filesOf(area.tests).filter((test) => reachOf(test).has(source));
  const isOwn = (test: string): boolean => test.startsWith(`${stem}.`);
  const isQuick = (test: string): boolean => !test.endsWith('.db.test.ts');
  const others = reached.filter((test) => !isOwn(test));
  return [reached.filter(isOwn), others.filter(isQuick), others.filter((test) => !isQuick(test))].filter(
    (turn) => turn.length > 0,
  );
};
