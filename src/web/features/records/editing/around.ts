import type { Cells } from './drafts.ts';
import type { FieldShape } from './shapes.ts';

/** Where inputs of a form stand, and what is wrong with them. */
export interface Around {
  readonly busy: boolean;
  readonly problemAt: (path: string) => string | undefined;
  /** Whether there is one at it, or under it. */
  readonly hasProblem: (path: string) => boolean;
  /** The path that has to be seen next. */
  readonly revealed: { readonly path: string } | null;
}

/** The inputs of a row. */
export interface InputsProps {
  readonly fields: readonly FieldShape[];
  readonly path: string;
  /** Of a row that is one value. */
  readonly label: string;
  readonly cells: Cells;
  readonly around: Around;
  readonly onChange: (cells: Cells) => void;
}
