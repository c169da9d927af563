import type { EndpointShape } from '#contracts/endpoint.ts';
import { comment, type createTypes, type Schema } from './types.ts';

/** What needs no token and is of use to programs; the rest is there for the pages of the site. */
const PUBLIC: ReadonlySet<string> = new Set([
  'health',
  'public_image',
  'public_stats',
  'public_features',
  'public_movie_carousel',
  'public_name_carousel',
]);

export const isOfClient = ({ access, name }: EndpointShape): boolean => access === 'token' || PUBLIC.has(name);

/** An endpoint's name in a program: `movie_season_year` is `movieSeasonYear`. */
export const callName = ({ name }: EndpointShape): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

type Gives = 'data' | 'page' | 'cursor' | 'feed' | 'batch' | 'picture' | 'bare' | 'events';

const partsOf = (shape: EndpointShape): readonly Schema[] =>
  [shape.params, shape.query, shape.body].flatMap((part) => (part === undefined ? [] : [part as Schema]));
const has = (schema: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => name in ((schema as Schema | undefined)?.properties ?? {}));

/** What a call gives back, and how its list goes on. */
export const givesOf = (shape: EndpointShape): Gives => {
  if (shape.endless) return 'events';
  if (shape.bare) return shape.bare[0]?.startsWith('image/') ? 'picture' : 'bare';
  if (shape.shape === 'page') return 'page';
  if (typeof shape.cost === 'object') return 'batch';
  if (!has(shape.reply, 'items', 'next')) return 'data';
  return has(shape.query, 'cursor') ? 'cursor' : 'feed';
};

const costOf = ({ access, cost }: EndpointShape): string => {
  if (access === 'public') return 'Needs no token.';
  if (cost === 'free') return 'Free of charge.';
  return cost === undefined ? 'Counts as one request.' : `Each of \`${cost.each}\` counts as one request.`;
};

const said = (shape: EndpointShape): string => {
  const address = `\`${shape.method} ${shape.path.replace(/:(\w+)/g, '{$1}')}\`. ${costOf(shape)}`;
  const reasons = shape.errors?.map((reason) => `\`${reason}\``).join(', ');
  return comment(`${shape.summary}.`, shape.description, address, reasons && `Reasons of a refusal: ${reasons}.`);
};

type Types = ReturnType<typeof createTypes>;

/** The whole records of a union that `fields` may leave parts of; null for any other reply. */
const recordOf = ({ reply, query }: EndpointShape): Schema | null => {
  const [whole, some] = (reply as Schema).anyOf ?? [];
  const isRecord = has(query, 'fields') && whole?.$id !== undefined && some?.$id === `SomeOf${whole.$id}`;
  return isRecord ? whole : null;
};

const typeOfCall = (shape: EndpointShape, input: string, types: Types): string => {
  const whole = recordOf(shape);
  if (whole) return `RecordCall<${input}, ${types.typeOf(whole)}>`;
  const reply = shape.reply as Schema;
  const text = types.typeOf(reply);
  const item = types.typeOf(reply.items ?? reply.properties?.items?.items ?? {});
  switch (givesOf(shape)) {
    case 'page':
      return `ListCall<${input}, Page<${item}>, ${item}>`;
    case 'cursor':
      return `ListCall<${input}, ${text}, ${item}>`;
    case 'feed':
      return `ListCall<${input}, ${text}, ${item}, FeedOptions>`;
    case 'batch':
      return `ListCall<${input}, ${text}, ${item}>`;
    case 'events':
      return `StreamCall<${input}, ${text}>`;
    case 'picture':
      return `Call<${input}, Picture>`;
    default:
      return `Call<${input}, ${text}>`;
  }
};

/** A call as a member of the client, and the interface of its input where it takes any. */
export const callText = (
  shape: EndpointShape,
  types: Types,
): { readonly member: string; readonly input: string | null } => {
  const name = callName(shape);
  const parts = partsOf(shape).filter(({ properties }) => Object.keys(properties ?? {}).length > 0);
  const input = parts.length === 0 ? 'Nothing' : `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return {
    member: `${said(shape)}readonly ${name}: ${typeOfCall(shape, input, types)};`,
    input: parts.length === 0 ? null : types.given(input, parts),
  };
};

const KINDS: Readonly<Record<string, string>> = { integer: 'number', number: 'number', boolean: 'flag' };

/** The parameters of a query that are more than a text: `list`, `number` or `flag`. */
export const kindsOf = ({ query }: EndpointShape): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((query as Schema | undefined)?.properties ?? {}).flatMap(([name, schema]) => {
      const kind = schema['x-list'] ? 'list' : KINDS[schema.type ?? ''];
      return kind === undefined ? [] : [[name, kind]];
    }),
  );
