import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

export const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).sort();
/** Fixtures are of tests too, and nothing else may use them. */
export const isTest = (file: string): boolean => /\.(?:test|fixture)\.tsx?$/.test(file);
export const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

export const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

export interface Import {
  readonly from: string;
  readonly specifier: string;
  /** The file it stands for, from the root of the repository; null for a package. */
  readonly to: string | null;
  /** Whether it is loaded with the file: neither types alone nor when it is come to. */
  readonly isAtOnce: boolean;
}

const target = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('#'))
    return specifier.replace(/^#test\//, 'test/').replace(/^#/, specifier.startsWith('#test/') ? '' : 'src/');
  return specifier.startsWith('.') ? relative(ROOT, join(ROOT, dirname(from), specifier)) : null;
};

export const imports: readonly Import[] = sources.flatMap((from) =>
  [...text(from).matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    const isAtOnce = match[1] !== undefined && !/^\s*(?:import|export)\s+type\b/.test(match[0]);
    return { from, specifier, to: target(from, specifier), isAtOnce };
  }),
);
export const product = imports.filter(({ from }) => !isTest(from));
