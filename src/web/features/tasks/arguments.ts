import { taskForm } from '#web/words/task-form.ts';

/** An argument that a type takes, from the JSON Schema that the server gives. */
export interface Argument {
  readonly name: string;
  readonly about: string;
  readonly kind: 'text' | 'whole' | 'truth';
  /** What it can be, where that is one of a few. */
  readonly choices: readonly string[];
}

const words = taskForm.args;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const choicesOf = ({ enum: all, anyOf }: Readonly<Record<string, unknown>>): readonly string[] => {
  if (Array.isArray(all)) return all.map(String);
  const consts = Array.isArray(anyOf) ? anyOf.map((one: unknown) => (isObject(one) ? one.const : undefined)) : [];
  return consts.length > 0 && consts.every((one) => typeof one === 'string') ? consts.map(String) : [];
};

const aboutOf = ({ description, minimum, maximum }: Readonly<Record<string, unknown>>, isWhole: boolean): string => {
  const bounds = [
    ...(isWhole ? [words.whole] : []),
    ...(typeof minimum === 'number' ? [words.least(minimum)] : []),
    ...(typeof maximum === 'number' ? [words.most(maximum)] : []),
  ];
  const said = textOf(description);
  const bound = bounds.length > 0 ? `${bounds.join(', ')}.` : '';
  return [said === '' || said.endsWith('.') ? said : `${said}.`, bound].filter((one) => one !== '').join(' ');
};

/** The arguments of a type. */
export const argumentsOf = (schema: unknown): readonly Argument[] => {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).map(([name, given]) => {
    const one = isObject(given) ? given : {};
    const isWhole = one.type === 'integer' || one.type === 'number';
    const kind = isWhole ? 'whole' : one.type === 'boolean' ? 'truth' : 'text';
    return { name, kind, about: aboutOf(one, isWhole), choices: choicesOf(one) };
  });
};

/** As the server reads them: `--name=value`, `--name="a value"`, and `--name` for what is true. */
const WORD = /--([A-Za-z][\w-]*)(?:=(?:"([^"]*)"|(\S*)))?(?=\s|$)/g;

/** The values that a text gives, by their names; of the same name the first. */
export const valuesOf = (text: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, bare] of text.matchAll(WORD))
    if (!values.has(name)) values.set(name, quoted ?? bare ?? 'true');
  return values;
};

/** A text can hold any value but a quotation mark. */
const wordOf = (name: string, value: string): string => {
  const plain = value.replaceAll('"', '');
  return `--${name}=${/\s/.test(plain) ? `"${plain}"` : plain}`;
};

/** The text with another value for a name; an empty one takes it away. All else in it stays as it is typed. */
export const withValue = (text: string, name: string, value: string): string => {
  const word = value === '' ? '' : wordOf(name, value);
  let isThere = false;
  const changed = text.replaceAll(WORD, (whole, found: string) => {
    if (found !== name) return whole;
    const first = !isThere;
    isThere = true;
    return first ? word : '';
  });
  if (isThere) return word === '' ? changed.replaceAll(/ {2,}/g, ' ').trim() : changed;
  return word === '' ? text : `${text.trimEnd()} ${word}`.trimStart();
};

/** The names in a text that a type does not know. */
export const unknownIn = (text: string, known: readonly Argument[]): readonly string[] =>
  [...valuesOf(text).keys()].filter((name) => known.every((one) => one.name !== name));
