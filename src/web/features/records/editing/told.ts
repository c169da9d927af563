import { editing as words } from '#web/words/editing.ts';
import { type Cells, type Draft, type DraftRow, draftOf } from './drafts.ts';
import { labelOf, optionName } from './labels.ts';
import type { FieldShape, RowsShape, Shape } from './shapes.ts';

const cellsTold = (fields: readonly FieldShape[], cells: Cells): string =>
  fields
    .map((field) => {
      const draft = cells[field.name];
      if (draft === undefined) return '';
      if (field.shape.kind === 'truth') return draft === true ? labelOf(field.name).toLowerCase() : '';
      return told(field.shape, draft);
    })
    .filter((text) => text !== '')
    .join(' · ');

/** What is typed, in one line. */
export const told = (shape: Shape, draft: Draft): string => {
  if (shape.kind === 'truth') return draft === true ? words.yes : words.no;
  if (shape.kind === 'choice') return optionName(String(draft));
  if (shape.kind === 'lines') return String(draft).split('\n').join(', ');
  if (shape.kind === 'record') return cellsTold(shape.fields, draft as Cells);
  if (shape.kind === 'rows') return (draft as readonly DraftRow[]).map((row) => rowTold(shape, row)).join('; ');
  return String(draft);
};

const kept = new WeakMap<DraftRow, string>();

/** A row in one line: what it consists of, as far as there is any of it. */
export const rowTold = (shape: RowsShape, row: DraftRow): string => {
  const known = kept.get(row);
  if (known !== undefined) return known;
  const text = cellsTold(shape.fields, row.cells);
  kept.set(row, text);
  return text;
};

/** The rows of a value as they are told. */
export const rowsTold = (shape: RowsShape, value: unknown): readonly string[] =>
  (draftOf(shape, value) as readonly DraftRow[]).map((row) => rowTold(shape, row));
