import { Problem } from '#server/kernel/problem.ts';

/** An import that did not take place; the catalogue is as it was. The text is for the operator. */
export class ImportRefused extends Problem {
  override readonly name = 'ImportRefused';
}
