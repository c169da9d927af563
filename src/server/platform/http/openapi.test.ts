import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { Access, EndpointShape } from '#contracts/endpoint.ts';
import { REASONS } from '#contracts/errors.ts';
import { TitleId } from '#contracts/ids.ts';
import { openApi } from './openapi.ts';

const Thing = Type.Object({ id: Type.String(), parts: Type.Array(Type.String()) }, { $id: 'Thing' });
const things: EndpointShape = {
  name: 'things',
  method: 'GET',
  path: '/api/v1/box/:boxId/things/:id',
  access: 'token',
  tag: 'Things',
  summary: 'Some things',
  description: 'All of a box.',
  params: Type.Object({ boxId: Type.Integer({ description: 'Its box.' }), id: Type.String() }),
  query: Type.Object({
    size: Type.Optional(Type.Number()),
    big: Type.Optional(Type.Boolean()),
    name: Type.String(),
  }),
  reply: Type.Array(Thing),
  shape: 'page',
  errors: ['title_unknown', 'malformed_id'],
  example: { params: { boxId: '7' }, query: { size: '1.5', big: '1', name: '12' } },
};

interface Reasons {
  readonly reason: { readonly enum: readonly string[] };
}

/** The document as its readers have it. */
const documentOf = (...endpoints: readonly EndpointShape[]) =>
  JSON.parse(
    JSON.stringify(
      openApi({
        endpoints,
        info: { title: 'Shop' },
        server: 'https://shop.example',
        examples: { things: { code: 200 } },
      }),
    ),
  );
const operationOf = (changed: Partial<EndpointShape> = {}, area = '/api/v1/') => {
  const shape = { ...things, ...changed };
  return documentOf(shape).paths[`${area}box/{boxId}/things/{id}`][shape.method.toLowerCase()];
};

describe('the document', () => {
  it('names the server, each tag once, and both methods of a path', () => {
    const document = documentOf(things, { ...things, name: 'make', method: 'POST' });
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Shop' },
      servers: [{ url: 'https://shop.example' }],
      tags: [{ name: 'Things' }],
    });
    expect(Object.keys(document.paths['/api/v1/box/{boxId}/things/{id}'])).toEqual(['get', 'post']);
  });

  it('holds each named schema once, and says how callers are known', () => {
    const { components } = documentOf(things);
    expect(Object.keys(components.schemas).sort()).toEqual(['Failed', 'Thing']);
    expect(components.schemas.Thing).toEqual({
      type: 'object',
      required: ['id', 'parts'],
      properties: { id: { type: 'string' }, parts: { type: 'array', items: { type: 'string' } } },
    });
    expect(components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      query: { type: 'apiKey', in: 'query', name: 'token' },
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    });
  });
});

describe('an operation', () => {
  it('tells where each parameter stands, whether it must, and shows it in its own type', () => {
    expect(operationOf()).toMatchObject({
      operationId: 'things',
      tags: ['Things'],
      summary: 'Some things',
      description: 'All of a box.',
    });
    expect(operationOf().parameters).toEqual([
      {
        name: 'boxId',
        in: 'path',
        required: true,
        description: 'Its box.',
        schema: { type: 'integer', description: 'Its box.' },
        example: 7,
      },
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'size', in: 'query', required: false, schema: { type: 'number' }, example: 1.5 },
      { name: 'big', in: 'query', required: false, schema: { type: 'boolean' }, example: true },
      { name: 'name', in: 'query', required: true, schema: { type: 'string' }, example: '12' },
    ]);
    expect(operationOf({ params: undefined, query: undefined } as never).parameters).toEqual([]);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['0', false],
  ])('shows the flag %s as %s', (text, shown) => {
    const query = Type.Object({ big: Type.Boolean() });
    expect(operationOf({ query, example: { query: { big: text } } }).parameters.at(-1).example).toBe(shown);
  });

  it.each<[Access, readonly string[], readonly string[]]>([
    ['public', [], ['400', '500', '503']],
    ['token', ['bearer', 'apiKey', 'query'], ['400', '401', '403', '429', '500', '503']],
    ['session', ['session'], ['400', '401', '500', '503']],
    ['admin', ['session'], ['400', '401', '403', '500', '503']],
  ])('of %s access says who may call and how others are refused', (access, schemes, refusals) => {
    const { security, responses } = operationOf({ access, errors: [] });
    expect(security).toEqual(schemes.map((scheme) => ({ [scheme]: [] })));
    expect(Object.keys(responses).filter((status) => status >= '400')).toEqual(refusals);
  });

  it('is known again only when it is read, and by no page', () => {
    expect(operationOf().responses).toHaveProperty('304');
    expect(operationOf({ method: 'POST' }).responses).not.toHaveProperty('304');
    expect(operationOf({ path: '/api/admin/box/:boxId/things/:id' }, '/api/admin/').responses).not.toHaveProperty(
      '304',
    );
  });

  it('about a record says that it may stand elsewhere', () => {
    expect(operationOf().responses).not.toHaveProperty('308');
    const { '308': moved } = operationOf({ params: Type.Object({ imdbId: TitleId }) }).responses;
    expect(Object.keys(moved.headers)).toEqual(['X-Request-Id', 'Location', 'Cache-Control']);
  });

  it('that takes a body says how bodies are refused, and where other sites are kept out', () => {
    const reasons = (changed: Partial<EndpointShape>) =>
      Object.values<{ content: { 'application/json'?: { schema: { allOf?: [never, { properties: Reasons }] } } } }>(
        operationOf({ ...changed, errors: [] }).responses,
      ).flatMap(({ content }) => content?.['application/json']?.schema.allOf?.[1].properties.reason.enum ?? []);
    const ofBody = ['invalid_body', 'body_too_large', 'media_type'];
    expect(reasons({ method: 'POST', access: 'public' })).toEqual(
      expect.arrayContaining(['invalid_parameter', ...ofBody]),
    );
    for (const reason of ofBody) expect(reasons({})).not.toContain(reason);
    expect(reasons({ method: 'POST', takes: 'bytes' })).toContain('body_too_large');
    expect(reasons({ method: 'POST', takes: 'bytes' })).not.toContain('media_type');
    expect(reasons({ method: 'POST', antiForgery: 'origin' })).toContain('anti_forgery');
    expect([reasons({}), reasons({ cost: 'free' })].map((one) => one.includes('quota_spent'))).toEqual([true, false]);
  });

  it('says for each status why, and answers all failures alike', () => {
    const { '404': missing } = operationOf().responses;
    expect(missing.description).toBe(`\`title_unknown\`: ${REASONS.title_unknown[1]}`);
    const narrowed = { type: 'object', properties: { code: { const: 404 }, reason: { enum: ['title_unknown'] } } };
    expect(missing.content).toEqual({
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Failed' }, narrowed] } },
    });
    expect(operationOf().responses['401'].description).toMatch(/`token_missing`: .+\n\n`token_invalid`: /);
  });

  it('shows a body with its example', () => {
    const body = Type.Object({ note: Type.String() });
    expect(operationOf({ body, example: { body: { note: 'hello' } } }).requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { type: 'object' }, example: { note: 'hello' } } },
    });
    expect(operationOf()).not.toHaveProperty('requestBody');
  });

  it('shows a body that is no JSON in its own form', () => {
    const content = (changed: Partial<EndpointShape>) => operationOf(changed).requestBody.content;
    const body = Type.Object({ note: Type.String() });
    expect(content({ takes: 'form', body })['application/x-www-form-urlencoded'].schema.type).toBe('object');
    const binary = { type: 'string', format: 'binary' };
    expect(content({ takes: 'bytes' })).toEqual({ 'application/octet-stream': { schema: binary } });
    expect(content({ takes: { parts: { picture: 1_000 } } })).toEqual({
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { picture: { ...binary, description: 'At most 1000 bytes.' } },
          required: ['picture'],
          additionalProperties: false,
        },
      },
    });
  });
});

describe('an answer', () => {
  const success = (changed: Partial<EndpointShape> = {}) => operationOf(changed).responses['200'];
  const schemaOf = (changed?: Partial<EndpointShape>) => success(changed).content['application/json'].schema;

  it('is an envelope of one record or of a page, with its example', () => {
    const { page, data } = schemaOf().properties;
    expect([page.type, data.items]).toEqual(['integer', { $ref: '#/components/schemas/Thing' }]);
    const one = schemaOf({ reply: Thing, shape: undefined } as never).properties;
    expect([one.page.type, one.data]).toEqual(['null', { $ref: '#/components/schemas/Thing' }]);
    expect(success().content['application/json'].example).toEqual({ code: 200 });
    expect(success({ name: 'other' }).content['application/json']).not.toHaveProperty('example');
  });

  it('carries the quota where there is one, and where totals end', () => {
    const always = ['Cache-Control', 'ETag', 'Server-Timing', 'Vary', 'X-Request-Id'];
    const quota = ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    const headersOf = (changed?: Partial<EndpointShape>) => Object.keys(success(changed).headers).sort();
    expect(headersOf()).toEqual([...always, ...quota, 'X-Total-Relation'].sort());
    expect(headersOf({ access: 'public', shape: undefined } as never)).toEqual(always);
    expect(headersOf({ counted: true, bounded: true } as never).join()).toMatch(/Searched-Since.*Total-Relation/);
    expect(headersOf({ method: 'POST', cost: 'free', shape: undefined } as never)).toEqual([
      'Server-Timing',
      'Vary',
      'X-Request-Id',
    ]);
    expect(headersOf({ renews: true })).toContain('X-Session-Token');
    for (const header of Object.values<{ schema: { type: string } }>(documentOf(things).components.headers))
      expect(header.schema.type).toMatch(/^(?:string|integer)$/);
  });

  it('that is a refusal says how long to wait, how to be known, and what is left', () => {
    const headersOf = (status: string, changed: Partial<EndpointShape> = {}) =>
      Object.keys(operationOf(changed).responses[status].headers);
    expect(headersOf('404')).toContain('RateLimit');
    expect(headersOf('404', { cost: 'free' })).toEqual(['X-Request-Id', 'Cache-Control']);
    expect(headersOf('401')).toEqual(['X-Request-Id', 'Cache-Control', 'WWW-Authenticate']);
    expect(headersOf('429')).toEqual(expect.arrayContaining(['Retry-After', 'X-RateLimit-Reset']));
    expect(headersOf('500')).toEqual(['X-Request-Id', 'Cache-Control']);
    expect(headersOf('503')).toContain('Retry-After');
  });

  it('that is streamed is known again by nobody', () => {
    const { '200': made, '304': known } = operationOf({ streamed: true, bare: ['application/x-ndjson'] }).responses;
    expect([Object.keys(made.content), made.headers.ETag, known]).toEqual([
      ['application/x-ndjson'],
      undefined,
      undefined,
    ]);
  });

  it('may be a picture or something else', () => {
    const picture = success({ bare: ['image/webp', 'image/jpeg'] }).content;
    expect(Object.keys(picture)).toEqual(['image/webp', 'image/jpeg']);
    expect(picture['image/jpeg'].schema).toEqual({ type: 'string', format: 'binary' });
    expect(success({ bare: ['application/json'], reply: Thing }).content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Thing',
    });
  });
});
