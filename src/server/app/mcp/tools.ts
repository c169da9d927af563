import { discover, search } from '#contracts/discover.api.ts';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { movie } from '#contracts/movie.api.ts';
import { name } from '#contracts/name.api.ts';
import { Hit } from '#contracts/search.ts';
import { SomeOfName, SomeOfTitle } from '#contracts/some-of.ts';
import { createNamed } from '#server/platform/http/named.ts';

type Json = Readonly<Record<string, unknown>>;

interface Described extends Json {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly required?: readonly string[];
  readonly 'x-list'?: readonly string[];
}

/** What agents may do: a call of the data API, and how its answer is given. */
export interface Tool {
  readonly title: string;
  readonly endpoint: EndpointShape;
  /** What its results are, as a schema of an object. */
  readonly result: unknown;
}

/** A page of a list as one object. */
const PAGE = {
  type: 'object',
  properties: {
    items: { type: 'array', items: Hit },
    page: { type: 'integer' },
    total: { type: 'integer' },
    regs: { type: 'integer', description: 'Items a page.' },
    more: { type: 'boolean', description: 'There are more than `total`.' },
  },
  required: ['items', 'page', 'total', 'regs', 'more'],
};

export const TOOLS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ['search', { title: 'Search titles and people', endpoint: search, result: PAGE }],
  ['title', { title: 'Read a title', endpoint: movie, result: SomeOfTitle }],
  ['person', { title: 'Read a person', endpoint: name, result: SomeOfName }],
  ['discover', { title: 'Discover titles by filters', endpoint: discover, result: discover.reply }],
]);

export const INSTRUCTIONS =
  'Films, series and people with the ids of IMDb. `search` finds the id of what somebody names; `title` and `person` read the record, with the parts that `include` names; `discover` finds titles by filters. Each call of a tool counts as one request of the day of the token; a result that is an error says why.';

const inputOf = ({ params, query }: EndpointShape): readonly Described[] =>
  [params, query].flatMap((part) => (part === undefined ? [] : [part as Described]));

/** Names out of a few are a list; where anything may stand in one, its text has a language of its own. */
const listed = (property: Described): Described => {
  const names = property['x-list'];
  if (names === undefined || names.length === 0) return property;
  const { description } = property;
  return { type: 'array', items: { type: 'string', enum: names }, ...(description !== undefined && { description }) };
};

const inputSchema = (endpoint: EndpointShape): Json => {
  const parts = inputOf(endpoint);
  const properties = Object.entries(Object.assign({}, ...parts.map((part) => part.properties)) as Json);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([key, property]) => [key, listed(property as Described)])),
    required: parts.flatMap(({ required = [] }) => required),
    additionalProperties: false,
  };
};

/** A schema of an object that holds what it refers to. */
const whole = (schema: unknown) => {
  const { schemas, lift } = createNamed((id) => `#/$defs/${id}`);
  const { $id: _own, ...root } = schema as Json;
  return { ...(lift(root) as Json), type: 'object' as const, $defs: schemas };
};

/** The tools as an agent is told of them. */
export const toolList = () =>
  [...TOOLS].map(([key, { title, endpoint, result }]) => ({
    name: key,
    title,
    description: [endpoint.summary, endpoint.description].filter(Boolean).join('. '),
    inputSchema: whole(inputSchema(endpoint)),
    outputSchema: whole(result),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  }));

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/**
 * The address of the data API that a call of a tool is. Whatever is given goes along, for the data API to judge, a missing id
 * as one of no form.
 */
export const addressOf = ({ endpoint }: Tool, given: Json): string => {
  const rest = new Map(Object.entries(given).filter(([, value]) => value !== null));
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = rest.get(key) ?? '-';
    rest.delete(key);
    return encodeURIComponent(textOf(value));
  });
  const query = new URLSearchParams([...rest].map(([key, value]): [string, string] => [key, textOf(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
};
