type Fields = Readonly<Record<string, unknown>>;

export interface Change {
  readonly name: string;
  /** null: it was not there. */
  readonly from: string | null;
  readonly to: string | null;
}

const fieldsOf = (record: unknown): Fields =>
  typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as Fields) : {};

/** A value in one line. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const sideOf = (fields: Fields, name: string): string | null =>
  Object.hasOwn(fields, name) && fields[name] !== null ? textOf(fields[name]) : null;

/** The fields in which two records differ, in the order of the first. */
export const changesOf = (before: unknown, after: unknown): readonly Change[] => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .map((name) => ({ name, from: sideOf(was, name), to: sideOf(is, name) }))
    .filter(({ from, to }) => from !== to);
};
