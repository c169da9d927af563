import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** SQL without comments; its words in small letters, as ours are written, so that those in capitals are seen too. */
const plain = (sql: string): string =>
  sql.replace(/--[^\n]*/g, '').replace(/\b[A-Z]+\b/g, (word) => word.toLowerCase());

/** Every table and view that the migrations leave behind; a partition is part of its table. */
export const tablesOf = (migrations: readonly string[]): ReadonlySet<string> => {
  const made = new Set<string>();
  const step = /\b(create|drop)\s+(?:table|view)\s+(?:if (?:not )?exists\s+)?(\w+)(\s+partition\s+of)?/gi;
  for (const sql of migrations.map(plain))
    for (const [, what = '', name = '', part] of sql.matchAll(step)) {
      if (what.toLowerCase() === 'drop') made.delete(name);
      else if (part === undefined) made.add(name);
    }
  return made;
};

export const TABLES = tablesOf(
  globSync('migrations/*.sql', { cwd: ROOT })
    .sort()
    .map((file) => readFileSync(join(ROOT, file), 'utf8')),
);

/** What stands in a text for a value that is put into it. */
export const HOLE = '\u{25a1}';

/** The texts of a source, each whole, in the order in which they stand: strings and templates, neither types nor imports. */
export const textsOf = (file: string, source: string): readonly string[] => {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis, ...rest } = node as Record<string, unknown>;
    if (typeof type === 'string' && (type.startsWith('TSLiteral') || /^(?:Import|ExportAll)/.test(type))) return;
    if (type === 'Literal' && typeof value === 'string') texts.push(value);
    if (type === 'TemplateLiteral' && Array.isArray(quasis))
      texts.push(quasis.map((part: { value: { cooked: string } }) => part.value.cooked).join(HOLE));
    for (const child of [value, ...Object.values(rest)])
      for (const one of Array.isArray(child) ? child : [child]) visit(one);
  };
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  visit(program);
  return texts;
};

const CLEAR =
  /\bselect\s[\s\S]*\bfrom\s|\binsert\s+into\s|\bupdate\s+(?:only\s+)?\S+\s+(?:\w+\s+)?set\s|\bdelete\s+from\s|\(select\s/;
const FURTHER =
  /^\s*select\s|^\s*(?:truncate|copy|lock|create|alter|drop|with|listen)\s+\S+|^\s*set\s(?:local\s+)?\S+\s*(?:=|to\s)|\b(?:left|inner|cross|right)\s+join\s/;

/** Whether a text is SQL: a statement, or a part of one that reads like one. */
export const isSql = (text: string): boolean => {
  const sql = plain(text);
  return CLEAR.test(sql) || FURTHER.test(sql);
};

const NAME = '(?:[\\w\u25a1]+\\.)?[\\w\u25a1]+';
const WRITE = new RegExp(
  `(?<!\\bfor |\\bdo |\\bkey )\\b(insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(?:\\s+table)?|copy|lock(?:\\s+table)?|` +
    `(?:alter|drop|create)\\s+(?:temp\\s+|unlogged\\s+)?table)(?:\\s+if(?:\\s+not)?\\s+exists)?(?:\\s+only)?\\s+(${NAME}(?:\\s*,\\s*${NAME})*)`,
  'g',
);

/** The names that a text writes to, as they stand in it: filled, changed, emptied, locked, or made. */
export const writesOf = (text: string): readonly string[] =>
  [...plain(text).matchAll(WRITE)].flatMap(([, verb = '', names = '']) =>
    (/^(?:truncate|lock|drop)/.test(verb) ? names.split(/\s*,\s*/) : [names.split(/\s*,/)[0] ?? '']).map((name) =>
      name.replace(/^public\./, ''),
    ),
  );

const READ = /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(?:public\.)?(\w+)/g;
/** A further table of a list: it has a short name behind it, which a column has not. */
const LISTED =
  /,\s*(\w+)\s+(?!from\b|as\b|desc\b|asc\b|is\b|in\b|and\b|or\b|order\b|end\b|then\b|else\b|limit\b)[a-z]\w*\b/g;

/** The tables that a text reads. */
export const readsOf = (text: string): readonly string[] => {
  const sql = plain(text);
  return [...sql.matchAll(READ), ...sql.matchAll(LISTED)]
    .map(([, name = '']) => name)
    .filter((name) => TABLES.has(name));
};
