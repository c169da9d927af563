import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { areaOf } from '#contracts/areas.ts';
import type { RouteShape } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';
import { BODY_LIMIT } from './json-body.ts';
import { bodyLimitOf, readUploads } from './upload.ts';

/** How the bodies of a route are read. */
interface Bodies {
  readonly limit: number;
  /** Adds the route where its bodies, and no others, are understood. */
  readonly add: (app: FastifyInstance, route: RouteOptions) => void;
  /** What the handler is given as the body. */
  readonly bodyOf: (request: FastifyRequest) => unknown;
}

/** Adds a route in a scope of its own: Fastify keeps its parsers of bodies by scope. */
const apart =
  (understand: (scope: FastifyInstance) => void): Bodies['add'] =>
  (app, route) => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      understand(scope);
      scope.route(route);
    });
  };

/** Refuses all other media types by the name of the one that is taken. */
const takeOnly = (scope: FastifyInstance, type: string): void => {
  scope.addContentTypeParser('*', (_request, _body, done) => done(failure('media_type', `The body must be ${type}.`)));
};

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The fields of a form; those that are given more than once become lists, which no schema of texts lets through. */
const fieldsOf = (text: string): Readonly<Record<string, string | readonly string[]>> => {
  const fields = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const [first = '', ...more] = fields.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
};

const FORM = apart((scope) => {
  scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) =>
    done(null, fieldsOf(body.toString())),
  );
  takeOnly(scope, FORM_TYPE);
});

const BYTES = apart((scope) => {
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
});

const FILES = apart((scope) => {
  // Sizes are told by name, where files are read.
  scope.register(multipart, { throwFileSizeLimit: false });
  takeOnly(scope, 'multipart/form-data');
});

const NO_BYTES = Buffer.alloc(0);

/** How a route reads its bodies, from its descriptor. */
export const bodiesOf = ({ path, takes, bodyLimit }: RouteShape): Bodies => {
  const limit = bodyLimit ?? areaOf(path)?.bodyLimit ?? BODY_LIMIT;
  const bodyOf = (request: FastifyRequest): unknown => request.body;
  if (takes === undefined) return { limit, add: (app, route) => void app.route(route), bodyOf };
  if (takes === 'form') return { limit, add: FORM, bodyOf };
  if (takes === 'bytes') return { limit, add: BYTES, bodyOf: ({ body }) => body ?? NO_BYTES };
  const ofFiles = bodyLimitOf(takes);
  return { limit: ofFiles, add: FILES, bodyOf: (request) => readUploads(request, takes, ofFiles) };
};
