import { editing as words } from '#web/words/editing.ts';
import { type Cells, type Draft, type DraftRow, draftOf, isSame, typedValue } from './drafts.ts';
import { BARE, type FieldShape, type RowsShape, type Shape } from './shapes.ts';

/** What is wrong, by the path of the input: `goofs.3.goof`. */
export type PathProblems = Readonly<Record<string, string>>;

export const pathOf = (...parts: readonly (string | number)[]): string =>
  parts.filter((part) => part !== BARE).join('.');

const textProblem = (text: string, { most, pattern, form }: Extract<Shape, { kind: 'text' }>): string | undefined => {
  if (text.length > most) return words.problems.long(most);
  if (pattern !== null && !new RegExp(pattern).test(text))
    return form === null ? words.problems.form : words.problems.is(form);
  return undefined;
};

const numberProblem = (text: string, shape: Extract<Shape, { kind: 'number' }>): string | undefined => {
  const { isWhole, least, most } = shape;
  const value = Number(text);
  if (Number.isFinite(value) && (!isWhole || Number.isSafeInteger(value)) && value >= least && value <= most)
    return undefined;
  return words.problems.number(isWhole, least, most);
};

/** What is wrong with a value that is one input. */
const inputProblem = ({ shape, isNullable, isOptional }: FieldShape, draft: Draft): string | undefined => {
  const text = String(draft).trim();
  if (shape.kind === 'text' || shape.kind === 'number') {
    if (text === '') return isNullable || isOptional ? undefined : words.problems.missing;
    return shape.kind === 'text' ? textProblem(text, shape) : numberProblem(text, shape);
  }
  if (shape.kind !== 'lines') return undefined;
  const lines = typedValue(shape, draft, false) as readonly string[];
  if (lines.length > shape.most) return words.problems.many(shape.most);
  const { item } = shape;
  for (const line of item.kind === 'text' ? lines : []) {
    const problem = textProblem(line, item as Extract<Shape, { kind: 'text' }>);
    if (problem !== undefined) return words.problems.line(line, problem);
  }
  return undefined;
};

const rowProblems = ({ fields }: RowsShape, { cells, was }: DraftRow): PathProblems => {
  // What stood there before is not to be mended by whoever has not touched it.
  const changed = fields.filter(
    ({ name, shape }) =>
      was === undefined ||
      !isSame(
        cells[name] ?? '',
        draftOf(shape, name === BARE ? was : (was as Readonly<Record<string, unknown>>)[name]),
      ),
  );
  return cellsProblems(changed, cells);
};

const cellsProblems = (fields: readonly FieldShape[], cells: Cells): PathProblems =>
  Object.assign({}, ...fields.map((field) => problemsOf(field, cells[field.name] ?? '', field.name)));

const found = new WeakMap<DraftRow, PathProblems>();
const rowOf = (shape: RowsShape, row: DraftRow): PathProblems => {
  const known = found.get(row);
  if (known) return known;
  const made = rowProblems(shape, row);
  found.set(row, made);
  return made;
};

const under = (path: string, problems: PathProblems): PathProblems =>
  Object.fromEntries(Object.entries(problems).map(([key, said]) => [pathOf(path, key), said]));

/** What is wrong with what is typed for a field or part. */
export const problemsOf = (field: FieldShape, draft: Draft, path: string): PathProblems => {
  const { shape, isNullable } = field;
  if (shape.kind === 'rows') {
    const rows = draft as readonly DraftRow[];
    if (rows.length > shape.most) return { [path]: words.problems.many(shape.most) };
    const problems: Record<string, string> = {};
    for (const [at, row] of rows.entries()) {
      const own = rowOf(shape, row);
      for (const key in own) problems[pathOf(path, at, key)] = own[key] ?? '';
    }
    return problems;
  }
  if (shape.kind === 'record') {
    const cells = draft as Cells;
    if (isNullable && typedValue(shape, draft, true) === null) return {};
    return under(path, cellsProblems(shape.fields, cells));
  }
  const problem = inputProblem(field, draft);
  return problem === undefined ? {} : { [path]: problem };
};

/** The input that a complaint of the server belongs to: `goofs.3.names.1` is told at `goofs.3.names`. */
export const inputOf = (field: FieldShape, path: string): string => {
  const { shape } = field;
  const [at = '', ...rest] = path.split('.').slice(1);
  if (shape.kind === 'rows') {
    if (!/^\d+$/.test(at)) return field.name;
    if (shape.isBare) return pathOf(field.name, at);
    const inner = shape.fields.find(({ name }) => name === rest[0]);
    return pathOf(field.name, at, inner ? inputOf(inner, rest.join('.')) : (shape.fields[0]?.name ?? ''));
  }
  if (shape.kind === 'record') {
    const inner = shape.fields.find(({ name }) => name === at);
    return inner
      ? pathOf(field.name, inputOf(inner, [at, ...rest].join('.')))
      : pathOf(field.name, shape.fields[0]?.name ?? '');
  }
  return field.name;
};
