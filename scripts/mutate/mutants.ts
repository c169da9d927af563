import { parseSync } from 'vite';

/** One small change of a source: the text from `start` to `end` becomes `after`. */
export interface Mutant {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const OTHER: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Nodes of TypeScript that stand around something which runs; all others are types. */
const TRANSPARENT = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

const isText = (node: unknown): boolean =>
  isNode(node) && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'));

/** A word that a program reads; sentences are for people, and no test has to hold them. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^\S+$/.test(value);

type Change = readonly [node: Node, after: string];

const changesAt = (node: Node, text: (node: Node) => string, parent: Node | undefined): Change[] => {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      const other = OTHER[operator];
      if (other === undefined || (operator === '+' && (isText(left) || isText(right)))) return [];
      // Brackets, since && and ?? may not stand beside each other without.
      return [[node, `((${text(left)}) ${other} (${text(right)}))`]];
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [[node, `(${text(node.argument as Node)})`]] : [];
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'boolean') return [[node, String(!value)]];
      if (typeof value === 'number') return [[node, String(value + 1)]];
      const isKey = parent?.type === 'Property' && parent.key === node && parent.computed !== true;
      if (isWord(value) && !isKey) return [[node, "''"]];
      const { pattern, flags } = (node.regex ?? {}) as { pattern?: string; flags?: string };
      if (pattern === undefined) return [];
      const open = [pattern.replace(/^\^/, ''), pattern.replace(/(?<!\\)\$$/, '')].filter((one) => one !== pattern);
      return open.filter(Boolean).map((one) => [node, `/${one}/${flags ?? ''}`] as const);
    }
    case 'IfStatement': {
      const test = node.test as Node;
      return [
        [test, `!(${text(test)})`],
        [test, 'false'],
      ];
    }
    case 'ConditionalExpression': {
      const test = node.test as Node;
      return [[test, `!(${text(test)})`]];
    }
    case 'ExpressionStatement':
      return node.directive ? [] : [[node, ';']];
    default:
      return [];
  }
};

/** Every small change of a source that our tests should notice: a border, a condition, a constant, a dropped statement. */
export const mutantsOf = (file: string, source: string): readonly Mutant[] => {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const text = (node: Node): string => source.slice(node.start, node.end);
  const found: Mutant[] = [];
  const visit = (node: Node, parent?: Node): void => {
    if (/^(?:Import|ExportAll)/.test(node.type) && node.type !== 'ImportExpression') return;
    if (node.type.startsWith('TS') && !TRANSPARENT.has(node.type)) return;
    for (const [at, after] of changesAt(node, text, parent))
      found.push({
        line: source.slice(0, at.start).split('\n').length,
        start: at.start,
        end: at.end,
        before: text(at),
        after,
      });
    for (const child of childrenOf(node)) visit(child, node);
  };
  visit(program as unknown as Node);
  return found;
};

/** The source with its one change. */
export const apply = (source: string, { start, end, after }: Mutant): string =>
  source.slice(0, start) + after + source.slice(end);
