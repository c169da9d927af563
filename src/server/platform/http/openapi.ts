import { IsOptional, type TSchema } from 'typebox';
import type { Access, EndpointShape, Files } from '#contracts/endpoint.ts';
import { Failed, Page, Single } from '#contracts/envelope.ts';
import { REASONS, type Reason } from '#contracts/errors.ts';
import { createNamed } from './named.ts';
import { HEADERS, headersOf, isKnownAgain, isMovable, refusalsOf } from './openapi.answers.ts';

type Json = Readonly<Record<string, unknown>>;

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface OpenApiOptions {
  readonly endpoints: readonly EndpointShape[];
  readonly info: Json;
  readonly server: string;
  /** Example answers by the endpoint's name. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** How callers are known and refused; as the data API has it when it isn't said. */
  readonly dialect?: Dialect;
  /** How programs write the example of an operation, beside what every reader of the document can make of it. */
  readonly samples?: (shape: EndpointShape) => readonly CodeSample[];
}

/** What the documents of façades have otherwise. */
export interface Dialect {
  /** The ways to send a token, any of which is enough. */
  readonly schemes: Json;
  /** The body of a failure. */
  readonly failed: TSchema;
  /** The status and the text of a failure on the wire. One of status 200 is told where its operation's answers are. */
  readonly told: (reason: Reason) => { readonly status: number; readonly text: string };
}

/** The OpenAPI 3.1 document of the endpoints. Schemas with an `$id` become components; everything else stays in place. */
export const openApi = ({ endpoints, info, server, examples, dialect, samples = () => [] }: OpenApiOptions): Json => {
  const { schemas, lift } = createNamed((id) => `#/components/schemas/${id}`);
  const schemes = dialect?.schemes ?? SCHEMES;
  const anyOf = (names: readonly string[]): readonly Json[] => names.map((name) => ({ [name]: [] }));
  const security: Readonly<Record<Access, readonly Json[]>> = {
    public: [],
    token: anyOf(dialect ? Object.keys(dialect.schemes) : TOKEN_SCHEMES),
    session: anyOf(['session']),
    admin: anyOf(['session']),
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
      const contents = shape.bare.map((type) => {
        if (type.startsWith('image/')) return [type, { schema: BINARY, ...example }] as const;
        // The other ways to write it are told in words.
        return [type, type === shape.bare?.[0] ? { schema: lift(shape.reply), ...example } : { schema: TEXT }] as const;
      });
      return { ...described, content: Object.fromEntries(contents) };
    }
    const envelope = shape.shape === 'page' ? Page(shape.reply) : Single(shape.reply);
    return { ...described, content: { 'application/json': { schema: lift(envelope), ...example } } };
  };

  /** What a status means, and the body that comes with it. */
  const refusal = (status: number, reasons: readonly Reason[]) => {
    if (dialect) {
      const texts = new Set(reasons.map((reason) => dialect.told(reason).text));
      return { description: [...texts].join('\n\n'), schema: lift(dialect.failed) };
    }
    const narrowed = { type: 'object', properties: { code: { const: status }, reason: { enum: reasons } } };
    const description = reasons.map((reason) => `\`${reason}\`: ${REASONS[reason][1]}`).join('\n\n');
    return { description, schema: { allOf: [lift(Failed), narrowed] } };
  };

  const failures = (shape: EndpointShape): Record<string, Json> => {
    const byStatus = refusalsOf(shape, dialect && ((reason) => dialect.told(reason).status));
    return Object.fromEntries(
      [...byStatus].flatMap(([status, reasons]) => {
        if (status === 200) return [];
        const { description, schema } = refusal(status, reasons);
        const told = { description, headers: headers(shape, status), content: { 'application/json': { schema } } };
        return [[String(status), told] as const];
      }),
    );
  };

  const operation = (shape: EndpointShape): Json => ({
    operationId: shape.name,
    tags: [shape.tag],
    summary: shape.summary,
    ...(shape.description && { description: shape.description }),
    security: security[shape.access],
    ...withSamples(samples(shape)),
    parameters: parameters(shape),
    ...((shape.body || shape.takes) && {
      requestBody: { required: !shape.body || !IsOptional(shape.body), content: content(shape) },
    }),
    responses: {
      200: success(shape),
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
    components: { schemas, headers: HEADERS, securitySchemes: schemes },
  };
};

/** Readers of the document know them by this name. */
const withSamples = (samples: readonly CodeSample[]): Json =>
  samples.length === 0 ? {} : { 'x-codeSamples': samples };

const TEXT = { type: 'string' };
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

const TOKEN_SCHEMES = ['bearer', 'apiKey', 'query'];
