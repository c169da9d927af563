import { IsOptional } from 'typebox';
import type { Detail } from '#contracts/envelope.ts';

/** What a schema says of itself, as far as telling people its form needs it. */
interface Told {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  /** Its form in words for people, where its keywords would be told as signs. */
  readonly 'x-form'?: string;
  readonly 'x-flag'?: boolean;
  readonly anyOf?: readonly Told[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

export interface Problem {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
}

/** Longer names come from callers that make them up. */
export const LONGEST_NAME = 100;

/** Years are not grouped. */
const numberOf = (value: number): string => (Math.abs(value) < 10_000 ? String(value) : value.toLocaleString('en-US'));

/** 'from 1 to 5', '1 or more', 'at most 5', or nothing. */
const boundsOf = (least: unknown, most: unknown): string => {
  const [from, to] = [typeof least === 'number', typeof most === 'number'];
  if (from && to) return `from ${numberOf(least as number)} to ${numberOf(most as number)}`;
  if (from) return `of ${numberOf(least as number)} or more`;
  return to ? `of at most ${numberOf(most as number)}` : '';
};

/** '1 to 60 characters'. */
const sizeOf = (least: unknown, most: unknown, things: string): string => {
  const from = typeof least === 'number' ? least : 0;
  if (typeof most !== 'number') return `at least ${numberOf(from)} ${things}`;
  return from === 0 ? `at most ${numberOf(most)} ${things}` : `${numberOf(from)} to ${numberOf(most)} ${things}`;
};

const textOf = (schema: Told, keyword: string): string => {
  if (schema.format === 'date-time') return 'must be a moment (ISO 8601), such as 2026-11-21T08:00:00Z';
  if (keyword === 'minLength' && schema.minLength === 1)
    return IsOptional(schema) ? 'must not be empty' : 'is required';
  if (keyword === 'minLength' || keyword === 'maxLength')
    return `must have ${sizeOf(schema.minLength, schema.maxLength, 'characters')}`;
  return 'must be text';
};

/** What a value has to be, in words. */
const formOf = (schema: Told, keyword: string): string => {
  const { type, anyOf, 'x-form': form, 'x-flag': isFlag, minimum, maximum } = schema;
  if (form) return form;
  if (anyOf) {
    const values = anyOf.filter(({ type: one }) => one !== 'null' && one !== 'undefined');
    return values.map((each) => formOf(each, keyword)).join(' or ');
  }
  if (isFlag || type === 'boolean') return 'must be true, false, 1 or 0';
  const choices = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (choices) return `must be ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}`;
  if (type === 'integer') return `must be a whole number ${boundsOf(minimum, maximum)}`.trimEnd();
  if (type === 'number') return `must be a number ${boundsOf(minimum, maximum)}`.trimEnd();
  if (type === 'string') return textOf(schema, keyword);
  if (type === 'array') {
    const isSize = keyword === 'minItems' || keyword === 'maxItems';
    return isSize ? `must hold ${sizeOf(schema.minItems, schema.maxItems, 'items')}` : 'must be a list';
  }
  return 'must be an object';
};

/** The schema at a path such as `#/properties/page`. */
const schemaAt = (root: unknown, path: string): Told => {
  let at = root;
  for (const key of path.split('/').slice(1))
    at = Reflect.get(at as object, key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return at as Told;
};

/** Whether a problem is told by another: of a value that may have several forms one sentence says them all. */
const isTold = (problem: Problem, problems: readonly Problem[]): boolean => {
  const { keyword, schemaPath, instancePath } = problem;
  const within = (of: Problem): boolean => problem !== of && schemaPath.startsWith(`${of.schemaPath}/anyOf/`);
  if (keyword !== 'anyOf')
    return problems.some((of) => of.keyword === 'anyOf' && of.instancePath === instancePath && within(of));
  return problems.some(
    (one) => one.instancePath.startsWith(`${instancePath}/`) && one.schemaPath.startsWith(`${schemaPath}/anyOf/`),
  );
};

const SIZES: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);
/** Of a value that may have several forms: the size that one of them misses, for it would be right but for that. */
const missedIn = (problem: Problem, problems: readonly Problem[]): string => {
  const { keyword, instancePath, schemaPath } = problem;
  const missed = problems.find(
    (one) =>
      SIZES.has(one.keyword) && one.instancePath === instancePath && one.schemaPath.startsWith(`${schemaPath}/anyOf/`),
  );
  return missed?.keyword ?? keyword;
};

/** What is wrong with which field, in sentences that begin with the field's name. */
export const detailsOf = (root: unknown, problems: readonly Problem[]): readonly Detail[] =>
  problems.flatMap((problem): readonly Detail[] => {
    const { keyword, instancePath, schemaPath, params } = problem;
    const path = instancePath.slice(1).replaceAll('/', '.').slice(0, LONGEST_NAME);
    if (keyword === 'required') {
      const { requiredProperties = [] } = params as { readonly requiredProperties?: readonly string[] };
      return requiredProperties.map((name) => ({ field: path ? `${path}.${name}` : name, message: 'is missing' }));
    }
    // What is not named in a schema meets the schema `false`, each by itself and then all of them once more.
    if (keyword === 'additionalProperties' || isTold(problem, problems)) return [];
    if (keyword === 'boolean') return [{ field: path, message: 'is not known here' }];
    return [{ field: path, message: formOf(schemaAt(root, schemaPath), missedIn(problem, problems)) }];
  });
