import type { FieldShape, RowsShape, Shape } from './shapes.ts';

/** What is typed for a value: texts as they stand in their inputs. */
export type Draft = string | boolean | Cells | readonly DraftRow[];
export interface Cells {
  readonly [name: string]: Draft;
}
export interface DraftRow {
  /** Tells it from the others while they change places. */
  readonly id: number;
  /** What it was made from; a new one from nothing. */
  readonly was?: unknown;
  readonly cells: Cells;
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const cellsOf = (fields: readonly FieldShape[], value: unknown): Cells =>
  Object.fromEntries(fields.map(({ name, shape }) => [name, draftOf(shape, membersOf(value)[name])]));

/** What the name of a bare row's only field reads its value from. */
const rowCells = ({ fields, isBare }: RowsShape, value: unknown): Cells =>
  cellsOf(fields, isBare ? { [fields[0]?.name ?? '']: value } : value);

export const draftOf = (shape: Shape, value: unknown): Draft => {
  if (shape.kind === 'truth') return value === true;
  if (shape.kind === 'choice') return String(value ?? shape.of[0] ?? '');
  if (shape.kind === 'lines') return listOf(value).join('\n');
  if (shape.kind === 'record') return cellsOf(shape.fields, value);
  if (shape.kind === 'rows')
    return listOf(value).map((was, id): DraftRow => ({ id, was, cells: rowCells(shape, was) }));
  return value === null || value === undefined ? '' : String(value);
};

/** A row with nothing in it, unlike all of the others. */
export const newRow = (shape: RowsShape, rows: readonly DraftRow[]): DraftRow => ({
  id: 1 + rows.reduce((most, { id }) => Math.max(most, id), -1),
  cells: rowCells(shape, undefined),
});

export const isSame = (one: Draft, other: Draft): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const linesOf = (draft: Draft): string[] =>
  String(draft)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isEmpty = (draft: Draft): boolean => {
  if (typeof draft === 'string') return draft.trim() === '';
  if (typeof draft === 'boolean') return !draft;
  return Array.isArray(draft) ? draft.length === 0 : Object.values(draft).every(isEmpty);
};

const membersFrom = (fields: readonly FieldShape[], cells: Cells, was: unknown): object => {
  const before = membersOf(was);
  const typed = fields.map(({ name, shape, isNullable, isOptional }) => {
    const draft = cells[name] ?? draftOf(shape, undefined);
    // What nobody has touched goes back as it came.
    if (name in before && isSame(draft, draftOf(shape, before[name]))) return [name, before[name]] as const;
    if (was !== undefined && !(name in before) && isEmpty(draft)) return [name, undefined] as const;
    if (isOptional && !isNullable && isEmpty(draft) && shape.kind !== 'truth') return [name, undefined] as const;
    return [name, typedValue(shape, draft, isNullable, before[name])] as const;
  });
  return { ...before, ...Object.fromEntries(typed.filter(([, value]) => value !== undefined)) };
};

const ordered = (rows: readonly unknown[]): boolean =>
  rows.every((row, at) => {
    const { ordering } = membersOf(row);
    const before = at === 0 ? 0 : membersOf(rows[at - 1]).ordering;
    return typeof ordering === 'number' && typeof before === 'number' && ordering > before;
  });

/** Rows that have changed places, or are new, stand as they are written. */
const inPlace = (rows: readonly unknown[]): readonly unknown[] => {
  if (ordered(rows)) return rows;
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null) return row;
    const { ordering: _, ...rest } = row as { readonly ordering?: unknown };
    return rest;
  });
};

const rowValue = ({ fields, isBare }: RowsShape, { cells, was }: DraftRow): unknown =>
  isBare ? String(cells[fields[0]?.name ?? '']).trim() : membersFrom(fields, cells, was);

/** The value that is typed; what is no number yet stands as it is, and is said to be wrong. */
export const typedValue = (shape: Shape, draft: Draft, isNullable: boolean, was?: unknown): unknown => {
  if (shape.kind === 'truth' || shape.kind === 'choice') return draft;
  if (shape.kind === 'rows') return inPlace((draft as readonly DraftRow[]).map((row) => rowValue(shape, row)));
  if (isNullable && isEmpty(draft)) return null;
  if (shape.kind === 'lines') return linesOf(draft);
  if (shape.kind === 'record') return membersFrom(shape.fields, draft as Cells, was ?? undefined);
  const text = String(draft).trim();
  return shape.kind === 'number' && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
};
