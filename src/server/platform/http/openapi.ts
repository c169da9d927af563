import { IsOptional, type TSchema } from 'typebox';
import type { Access, EndpointShape, Files } from '#contracts/endpoint.ts';
import { Failed, Page, Single } from '#contracts/envelope.ts';
import { REASONS } from '#contracts/errors.ts';
import { HEADERS, headersOf, isKnownAgain, isMovable, refusalsOf } from './openapi.answers.ts';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiOptions {
  readonly endpoints: readonly EndpointShape[];
  readonly info: Json;
  readonly server: string;
  /** Example answers by the endpoint's name. */
  readonly examples: Readonly<Record<string, unknown>>;
}

const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  public: [],
  token: [{ bearer: [] }, { apiKey: [] }, { query: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
};

/** The OpenAPI 3.1 document of the endpoints. Schemas with an `$id` become components; everything else stays in place. */
export const openApi = ({ endpoints, info, server, examples }: OpenApiOptions): Json => {
  const schemas: Record<string, unknown> = {};

  const lift = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(lift);
    if (node === null || typeof node !== 'object') return node;
    const { $id, ...rest } = node as Record<string, unknown>;
    const told = Object.entries(rest).filter(([key]) => !OURS.has(key));
    const copy = Object.fromEntries(told.map(([key, value]) => [key, lift(value)]));
    if (typeof $id !== 'string') return copy;
    schemas[$id] = copy;
    return { $ref: `#/components/schemas/${$id}` };
  };

  const parameters = (shape: EndpointShape): Json[] =>
    (['params', 'query'] as const).flatMap((part) => {
      const schema = shape[part] as
        | { properties?: Record<string, TSchema & { description?: string }>; required?: string[] }
        | undefined;
      const given = part === 'params' ? shape.example?.params : shape.example?.query;
      return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
        name,
        in: part === 'params' ? 'path' : 'query',
        required: part === 'params' || (schema?.required ?? []).includes(name),
        ...(property.description && { description: property.description }),
        schema: lift(property),
        ...(given?.[name] !== undefined && { example: exampleValue(given[name], property) }),
      }));
    });

  const content = ({ body, takes, example }: EndpointShape): Json => {
    if (takes === 'bytes') return { 'application/octet-stream': { schema: BINARY } };
    if (typeof takes === 'object') return { 'multipart/form-data': { schema: filesOf(takes) } };
    const type = takes === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    return { [type]: { schema: lift(body), example: example?.body } };
  };

  const headers = (shape: EndpointShape, status: number): Json =>
    Object.fromEntries(headersOf(shape, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]));

  const success = (shape: EndpointShape): Json => {
    const described = { description: shape.summary, headers: headers(shape, 200) };
    const example = shape.name in examples ? { example: examples[shape.name] } : {};
    if (shape.bare) {
      const schema = shape.bare[0]?.startsWith('image/') ? BINARY : lift(shape.reply);
      return { ...described, content: Object.fromEntries(shape.bare.map((type) => [type, { schema, ...example }])) };
    }
    const envelope = shape.shape === 'page' ? Page(shape.reply) : Single(shape.reply);
    return { ...described, content: { 'application/json': { schema: lift(envelope), ...example } } };
  };

  const failures = (shape: EndpointShape): Record<string, Json> =>
    Object.fromEntries(
      [...refusalsOf(shape)].map(([status, reasons]) => {
        const narrowed = { type: 'object', properties: { code: { const: status }, reason: { enum: reasons } } };
        return [
          String(status),
          {
            description: reasons.map((reason) => `\`${reason}\`: ${REASONS[reason][1]}`).join('\n\n'),
            headers: headers(shape, status),
            content: { 'application/json': { schema: { allOf: [lift(Failed), narrowed] } } },
          },
        ];
      }),
    );

  const operation = (shape: EndpointShape): Json => ({
    operationId: shape.name,
    tags: [shape.tag],
    summary: shape.summary,
    ...(shape.description && { description: shape.description }),
    security: SECURITY[shape.access],
    parameters: parameters(shape),
    ...((shape.body || shape.takes) && {
      requestBody: { required: !shape.body || !IsOptional(shape.body), content: content(shape) },
    }),
    responses: {
      '200': success(shape),
      ...(isKnownAgain(shape) && {
        '304': { description: 'What you have is still right. Free of charge.', headers: headers(shape, 304) },
      }),
      ...(isMovable(shape) && {
        '308': {
          description:
            'The record stands at another address: its id was padded, or merged into another. Free of charge.',
          headers: headers(shape, 308),
        },
      }),
      ...failures(shape),
    },
  });

  const paths: Record<string, Record<string, Json>> = {};
  for (const shape of endpoints) {
    const path = shape.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [shape.method.toLowerCase()]: operation(shape) };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: server }],
    tags: [...new Set(endpoints.map((shape) => shape.tag))].map((name) => ({ name })),
    paths,
    components: { schemas, headers: HEADERS, securitySchemes: SCHEMES },
  };
};

/** What schemas say to the server alone. */
const OURS: ReadonlySet<string> = new Set(['x-reason', 'x-flag', 'x-form']);

const BINARY = { type: 'string', format: 'binary' };

const filesOf = ({ parts }: Files): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(parts).map(([name, bytes]) => [name, { ...BINARY, description: `At most ${bytes} bytes.` }]),
  ),
  required: Object.keys(parts),
  additionalProperties: false,
});

const exampleValue = (text: string, property: TSchema): unknown => {
  const { type } = property as { type?: string };
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === '1' || text === 'true' : text;
};

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The API token.' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
  query: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'For a quick look; headers keep a token out of histories and logs.',
  },
  session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
};
