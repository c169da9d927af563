/** A JSON Schema as our contracts write them. */
export interface Schema {
  readonly $id?: string;
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly 'x-list'?: readonly string[];
}

/** What a property is in what callers give: it may be left out by `undefined`, and lists may be arrays. */
interface Side {
  readonly given: boolean;
}

export const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** A comment over what follows; nothing for no text. */
export const comment = (...paragraphs: readonly (string | undefined)[]): string => {
  const said = paragraphs.filter((one) => one !== undefined && one !== '').map((one) => one?.replaceAll('*/', '* /'));
  if (said.length === 0) return '';
  if (said.length === 1) return `/** ${said[0]} */\n`;
  return `/**\n${said.join('\n\n').replace(/^.*$/gm, (line) => ` * ${line}`.trimEnd())}\n */\n`;
};

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
const literals = (values: readonly unknown[]): string => values.map((one) => `'${one}'`).join(' | ');

/** Texts that are numbers for people, such as a season. */
const isDigits = ({ pattern = '' }: Schema): boolean => /^\^\(?\\d/.test(pattern);

const listText = (names: readonly string[]): string =>
  `string | readonly ${names.length === 0 ? 'string' : `(${literals(names)})`}[]`;

/**
 * Writes schemas as TypeScript; those with an `$id` apart, under their names. Sets of words that have a name, such as the
 * types of titles, are `unions`.
 */
export const createTypes = (unions: Readonly<Record<string, readonly string[]>>) => {
  const named = new Map<string, string>();
  const unionOf = new Map(Object.entries(unions).map(([name, words]) => [literals(words), name]));
  const wordsText = (words: readonly unknown[]): string => unionOf.get(literals(words)) ?? literals(words);

  const bodyOf = ({ properties = {}, required = [] }: Schema, side: Side): string => {
    const lines = Object.entries(properties).map(([name, property]) => {
      const isOptional = !required.includes(name);
      const absent = isOptional && side.given ? ' | undefined' : '';
      const mark = isOptional ? '?' : '';
      return `${comment(property.description)}${side.given ? 'readonly ' : ''}${keyOf(name)}${mark}: ${typeOf(property, side)}${absent};`;
    });
    return lines.length === 0 ? '{}' : `{\n${indented(lines.join('\n'))}\n}`;
  };

  const name = (schema: Schema, id: string): string => {
    if (named.has(id)) return id;
    // Its place in the order of the file, before what it is made of.
    named.set(id, '');
    const whole = /^SomeOf(\w+)$/.exec(id)?.[1];
    const said = comment(schema.description);
    named.set(
      id,
      whole !== undefined && named.has(whole)
        ? `${said}export type ${id} = Partial<${whole}>;`
        : `${said}export interface ${id} ${bodyOf(schema, { given: false })}`,
    );
    return id;
  };

  const arrayOf = (schema: Schema, side: Side): string => {
    const item = typeOf(schema.items ?? {}, side);
    return `${side.given ? 'readonly ' : ''}${/[|{ ]/.test(item) ? `(${item})` : item}[]`;
  };

  const typeOf = (schema: Schema, side: Side = { given: false }): string => {
    if (schema.$id !== undefined) return name(schema, schema.$id);
    if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => typeOf(one, side)))].join(' | ');
    if (schema.enum) return wordsText(schema.enum);
    if (schema.const !== undefined) return wordsText([schema.const]);
    if (schema.type === 'array') return arrayOf(schema, side);
    if (schema.type === 'object') return bodyOf(schema, side);
    if (schema['x-list']) return listText(schema['x-list']);
    if (schema.type === 'string') return side.given && isDigits(schema) ? 'string | number' : 'string';
    if (schema.type === 'integer') return 'number';
    return schema.type ?? 'unknown';
  };

  return {
    typeOf,
    /** An interface for what a call is given: the properties of all of these. */
    given: (id: string, schemas: readonly Schema[]): string => {
      const properties = Object.assign({}, ...schemas.map((one) => one.properties));
      const required = schemas.flatMap((one) => one.required ?? []);
      return `export interface ${id} ${bodyOf({ properties, required }, { given: true })}`;
    },
    unions: (): readonly string[] => [...unionOf].map(([text, name]) => `export type ${name} = ${text};`),
    /** The named schemas that were met, in the order of their names. */
    named: (): readonly string[] => [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
  };
};
