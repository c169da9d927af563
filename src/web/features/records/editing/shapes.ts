import type { TSchema } from 'typebox';

// How a value of a record is typed, read from the schema that the server judges it by.

export type Shape =
  | {
      readonly kind: 'text';
      readonly most: number;
      readonly pattern: string | null;
      readonly form: string | null;
      /** It is typed in several lines. */
      readonly isLong: boolean;
    }
  | { readonly kind: 'number'; readonly isWhole: boolean; readonly least: number; readonly most: number }
  | { readonly kind: 'truth' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  /** Texts, one on each line. */
  | { readonly kind: 'lines'; readonly item: Shape; readonly most: number }
  | { readonly kind: 'record'; readonly fields: readonly FieldShape[] }
  | { readonly kind: 'rows'; readonly fields: readonly FieldShape[]; readonly isBare: boolean; readonly most: number };
export type RowsShape = Extract<Shape, { kind: 'rows' }>;

export interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  /** It may be left empty: then it is null, or not there. */
  readonly isNullable: boolean;
  readonly isOptional: boolean;
}

interface Described {
  readonly type?: string;
  readonly anyOf?: readonly Described[];
  readonly enum?: readonly string[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly 'x-form'?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

const LONGEST = 100_000;
/** What may be longer than this is typed in several lines, and so are these. */
const LONG = 1_000;
const LONG_TEXTS = ['quote', 'trivia'];
/** Where a row stands is said by its place among the others. */
const NOT_TYPED = 'ordering';
/** What a row is called that is one value. */
export const BARE = '';

const shapeOf = (schema: Described, name: string): Shape => {
  const { type, enum: of, items, properties, required = [], maxItems = Number.POSITIVE_INFINITY } = schema;
  if (of) return { kind: 'choice', of };
  if (type === 'boolean') return { kind: 'truth' };
  if (type === 'integer' || type === 'number')
    return {
      kind: 'number',
      isWhole: type === 'integer',
      least: schema.minimum ?? Number.NEGATIVE_INFINITY,
      most: schema.maximum ?? Number.POSITIVE_INFINITY,
    };
  if (type === 'array' && items) {
    const item = shapeOf(items, name);
    return item.kind === 'record'
      ? { kind: 'rows', fields: item.fields, isBare: false, most: maxItems }
      : { kind: 'lines', item, most: maxItems };
  }
  if (properties)
    return {
      kind: 'record',
      fields: Object.entries(properties)
        .filter(([name]) => name !== NOT_TYPED)
        .map(([name, each]) => fieldOf(name, each, required.includes(name))),
    };
  const { maxLength = LONGEST, pattern = null, 'x-form': form = null, description } = schema;
  return {
    kind: 'text',
    most: maxLength,
    pattern,
    form: form ?? (pattern === null ? null : (description ?? null)),
    isLong: (schema.maxLength ?? 0) > LONG || LONG_TEXTS.includes(name),
  };
};

const fieldOf = (name: string, schema: Described, isRequired: boolean): FieldShape => {
  const { anyOf } = schema;
  const one = anyOf?.find(({ type }) => type !== 'null') ?? schema;
  return { name, shape: shapeOf(one, name), isNullable: anyOf !== undefined, isOptional: !isRequired };
};

const kept = new WeakMap<object, FieldShape>();

/** The shape of a field or part by its schema. */
export const fieldShape = (name: string, schema: TSchema): FieldShape => {
  const known = kept.get(schema);
  if (known) return known;
  const made = fieldOf(name, schema as Described, true);
  kept.set(schema, made);
  return made;
};

/** A list as rows of its own, also where each of them is one value. */
export const asRows = ({ shape, ...field }: FieldShape): FieldShape => {
  if (shape.kind !== 'lines') return { ...field, shape };
  const { item, most } = shape;
  const only: FieldShape = { name: BARE, shape: item, isNullable: false, isOptional: false };
  return { ...field, shape: { kind: 'rows', fields: [only], isBare: true, most } };
};
