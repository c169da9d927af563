import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes long by its kind: whole products with their browsers and processes, then databases, then the rest. */
const KINDS = [/\/test\/(?:web|acceptance)\//, /\/test\//, /\.db\.test\.ts$/];

const kindOf = ({ moduleId }: TestSpecification): number => {
  const found = KINDS.findIndex((kind) => kind.test(moduleId));
  return found === -1 ? KINDS.length : found;
};

/**
 * Long files first, so that no worker is left alone with one at the end: by kind, and within it as Vitest knows from
 * the run before, or by size. The project of every kind comes last, since it ends with the many that take no time.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files);
    const later = (spec: TestSpecification): number => (spec.project.name === 'embedded' ? 1 : 0);
    return known.toSorted((a, b) => later(a) - later(b) || kindOf(a) - kindOf(b));
  }
}
