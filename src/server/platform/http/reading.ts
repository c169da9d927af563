import type { Reason } from '#contracts/errors.ts';

/** What a schema says of itself, as far as reading what callers write needs it. */
export interface Described {
  readonly type?: string;
  /** 1 or 0 that callers may write as true or false. */
  readonly 'x-flag'?: boolean;
  /** The reason of a refusal that is about this value. */
  readonly 'x-reason'?: Reason;
  /** Names of parameters count in any case, and unknown ones do not count. */
  readonly 'x-lenient'?: boolean;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
}

const TRUTHS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const INTEGER = /^-?\d{1,15}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;

/** true, false, 1 and 0, in any case, as the schema has them; anything else as it is, for the check to refuse. */
const truthOf = (given: unknown, isFlag: boolean): unknown => {
  if (typeof given !== 'string' && typeof given !== 'boolean' && typeof given !== 'number') return given;
  const truth = TRUTHS.get(String(given).toLowerCase());
  if (truth === undefined) return given;
  return isFlag ? Number(truth) : truth;
};

/** The value a parameter's text stands for; the text itself when it is no such value, for the check to refuse. */
export const fromText = (text: unknown, schema: Described): unknown => {
  if (typeof text !== 'string') return text;
  const { type, 'x-flag': isFlag = false } = schema;
  if (type === 'boolean' || isFlag) return truthOf(text, isFlag);
  if (type === 'integer') return INTEGER.test(text) ? Number(text) : text;
  return type === 'number' && NUMBER.test(text) ? Number(text) : text;
};

/**
 * The parameters that these names are of, whatever their case, each with its first value; what is empty or not named is left
 * out.
 */
export const pickNamed = (given: object, names: readonly string[]): Record<string, unknown> => {
  const picked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = names.find((one) => one.toLowerCase() === key.toLowerCase());
    const [first] = [value].flat();
    if (name !== undefined && first !== '') picked[name] ??= first;
  }
  return picked;
};

type Reader = (given: unknown) => unknown;

const readerOfObject = (properties: Readonly<Record<string, Described>>): Reader | null => {
  const readers = Object.entries(properties).flatMap(([key, each]) => {
    const reader = readerOf(each);
    return reader ? [[key, reader] as const] : [];
  });
  if (readers.length === 0) return null;
  return (given) => {
    if (given === null || typeof given !== 'object' || Array.isArray(given)) return given;
    const read = Object.fromEntries(
      readers
        .filter(([key]) => Object.hasOwn(given, key))
        .map(([key, reader]) => [key, reader(Reflect.get(given, key))]),
    );
    return { ...given, ...read };
  };
};

/** How a body of this schema is read, where it holds truths: they are the one thing that JSON has several words for. */
export const readerOf = ({ type, properties, items, 'x-flag': isFlag = false }: Described): Reader | null => {
  if (type === 'boolean' || isFlag) return (given) => truthOf(given, isFlag);
  if (properties) return readerOfObject(properties);
  const reader = items && readerOf(items);
  return reader ? (given) => (Array.isArray(given) ? given.map(reader) : given) : null;
};
