import type { editorParts } from '#contracts/editor.api.ts';
import type { Reply } from '#contracts/endpoint.ts';
import { WRITTEN } from '#contracts/record.ts';
import type { FieldDifference } from '#web/ui/form/differences.ts';
import { editing as words } from '#web/words/editing.ts';
import { partName } from '../part-name.ts';
import type { RecordKind } from '../record-search.ts';
import { type Draft, type DraftRow, draftOf } from './drafts.ts';
import { rowDifferences } from './row-differences.ts';
import { asRows, type FieldShape, fieldShape } from './shapes.ts';
import { rowTold, told } from './told.ts';

export type EditorPart = Reply<typeof editorParts>[number];
/** What is typed for each part. */
export type Drafts = Readonly<Record<string, Draft>>;

/** Fields and parts of a record that are edited together. */
export interface Edited {
  readonly version: string;
  readonly parts: readonly EditorPart[];
}

export const editedOf = (parts: readonly EditorPart[]): Edited => ({
  version: parts.map(({ version }) => version).join(' '),
  parts,
});

/** The shape of a field or part of a record; a list that has a tab of its own is rows. */
export const shapeOfPart = (kind: RecordKind, part: string, isAlone: boolean): FieldShape => {
  const { fields, parts } = WRITTEN[kind];
  const schema = fields[part] ?? parts[part];
  if (schema === undefined) throw new Error(`${part} is no part of a ${kind}`);
  const shape = fieldShape(part, schema);
  return isAlone ? asRows(shape) : shape;
};

const kept = new WeakMap<Edited, Drafts>();

/** What stands in the form before anything is typed. */
export const draftsOf = (edited: Edited, fields: readonly FieldShape[]): Drafts => {
  const known = kept.get(edited);
  if (known) return known;
  const made = Object.fromEntries(
    fields.map(({ name, shape }) => [name, draftOf(shape, edited.parts.find(({ part }) => part === name)?.value)]),
  );
  kept.set(edited, made);
  return made;
};

/** Rows of a difference that are shown. */
const MOST = 30;

/** Where two drafts of a field differ, as people read them. */
export const differencesIn = ({ name, shape }: FieldShape, theirs: Draft, yours: Draft): readonly FieldDifference[] => {
  const label = partName(name);
  const said = (field: string, one: string, other: string): FieldDifference => ({
    field,
    label,
    theirs: one,
    yours: other,
  });
  if (shape.kind !== 'rows') {
    const [one, other] = [told(shape, theirs), told(shape, yours)];
    return one === other ? [] : [said(name, one || words.nothing, other || words.nothing)];
  }
  const [ones, others] = [theirs, yours].map((rows) => (rows as readonly DraftRow[]).map((row) => rowTold(shape, row)));
  if (ones === undefined || others === undefined) return [];
  const rows = rowDifferences(ones, others);
  if (rows.length === 0)
    return ones.join('\n') === others.join('\n') ? [] : [said(name, words.rows.otherOrder, words.rows.otherOrder)];
  const shown = rows
    .slice(0, MOST)
    .map(({ one, other }, at) => said(`${name}.${at}`, one ?? words.notThere, other ?? words.notThere));
  const more = rows.length - MOST;
  return more > 0 ? [...shown, said(`${name}.more`, words.rows.more(more), words.rows.more(more))] : shown;
};
