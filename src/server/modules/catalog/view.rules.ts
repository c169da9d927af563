import { TITLE_PART_NAMES, TITLE_PARTS, Title, type TitlePart } from '#contracts/catalog.ts';
import { NAME_PART_NAMES, NAME_PARTS, Name, type NamePart } from '#contracts/people.ts';
import { failure, invalid } from '#server/kernel/failure.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';

/** What of a record a caller wants to see: parts on top of the record, and its only fields where some are named. */
export interface View<Part extends string> {
  readonly parts: readonly Part[];
  readonly fields: ReadonlySet<string> | null;
}

interface Shape<Part extends string> {
  readonly names: readonly Part[];
  readonly keys: Readonly<Record<Part, string>>;
  readonly fields: ReadonlySet<string>;
}

const shapeOf = <Part extends string>(
  names: readonly Part[],
  parts: Readonly<Record<Part, readonly [string, unknown]>>,
  properties: object,
): Shape<Part> => ({
  names,
  keys: Object.fromEntries(names.map((name) => [name, parts[name][0]])) as Record<Part, string>,
  fields: new Set(Object.keys(properties)),
});

export const TITLE_SHAPE: Shape<TitlePart> = shapeOf(TITLE_PART_NAMES, TITLE_PARTS, Title.properties);
export const NAME_SHAPE: Shape<NamePart> = shapeOf(NAME_PART_NAMES, NAME_PARTS, Name.properties);

const listed = (text: string | readonly string[] | undefined): readonly string[] =>
  typeof text === 'string' ? text.split(',').map((name) => name.trim()) : (text ?? []);

/** Whether a name is a part or a field of a kind. */
const has = (shape: Shape<string> | undefined, name: string): boolean =>
  shape !== undefined &&
  (shape.fields.has(name) || shape.names.some((part) => part === name || shape.keys[part] === name));

/**
 * Reads `include` and `fields`, which are lists or text with commas. A field that is a part is included.
 * A batch mixes kinds: what only the `other` one has is left out there.
 * @throws invalid_parameter (in a batch invalid_body) for a name that is neither.
 */
export const readView = <Part extends string>(
  shape: Shape<Part>,
  asked: {
    readonly include?: string | readonly string[] | undefined;
    readonly fields?: string | readonly string[] | undefined;
  },
  other?: Shape<string>,
): View<Part> => {
  const parts = new Set<Part>();
  const refused = (field: string, message: string) =>
    other ? failure('invalid_body', `${field} ${message}`, { details: [{ field, message }] }) : invalid(field, message);
  const partOf = (name: string) => shape.names.find((part) => part === name || shape.keys[part] === name);
  for (const name of listed(asked.include)) {
    const part = partOf(name);
    if (name === 'all') for (const each of shape.names) parts.add(each);
    else if (part) parts.add(part);
    else if (!has(other, name)) {
      const known = new Set([...shape.names, ...(other?.names ?? [])]);
      throw refused('include', `takes no '${name.slice(0, 40)}', but ${[...known].join(', ')} and all`);
    }
  }
  if (asked.fields === undefined) return { parts: [...parts], fields: null };
  const fields = new Set<string>();
  for (const name of listed(asked.fields)) {
    const part = partOf(name);
    if (part) parts.add(part);
    else if (shape.fields.has(name)) fields.add(name);
    else if (!has(other, name))
      throw refused('fields', `takes no '${name.slice(0, 40)}': it is not a field of the record`);
  }
  return { parts: [...parts], fields };
};

/** The flags of all-in-one as a view: part names set to true. */
export const flaggedView = <Part extends string>(
  shape: Shape<Part>,
  flags: Readonly<Record<string, unknown>>,
): View<Part> => ({
  parts: shape.names.filter((part) => flags[part] === true || flags[shape.keys[part]] === true),
  fields: null,
});

interface Pieces {
  readonly core: string;
  /** Fields whose source is not to be published. */
  readonly hidden: readonly string[] | null;
  /** The parts that were asked for as members of an object: `"genres":[…],"akas":[…]`. */
  readonly parts: string;
}

/** The record as one JSON object. The pieces are joined as text; only a narrowed record is parsed. */
export const assemble = ({ core, hidden, parts }: Pieces, { fields }: Pick<View<string>, 'fields'>): JsonText => {
  const record = fields !== null || hidden?.length ? narrowed(core, fields, new Set(hidden)) : core;
  if (parts === '') return jsonText(record);
  const open = record.slice(0, record.lastIndexOf('}')).trimEnd();
  return jsonText(open === '{' ? `{${parts}}` : `${open},${parts}}`);
};

const narrowed = (core: string, fields: ReadonlySet<string> | null, hidden: ReadonlySet<string>): string => {
  const kept = Object.entries(JSON.parse(core) as Record<string, unknown>)
    .filter(([key]) => fields === null || fields.has(key))
    .map(([key, value]) => [key, hidden.has(key) ? null : value] as const);
  return JSON.stringify(Object.fromEntries(kept));
};
