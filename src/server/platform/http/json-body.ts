import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '#server/kernel/failure.ts';

/** The largest body of a JSON call, in bytes. */
export const BODY_LIMIT = 1_048_576;

/** Values and levels that a body holds at most: no call of ours takes a tenth of it. */
const MOST_PARTS = 10_000;

const [COMMA, BRACKET, BRACE] = [44, 91, 123];

/**
 * Whether text can hold more values than are read, told by the signs that come with each value. A mebibyte of nothing but
 * brackets or keys would take the reader ten times as long as one of plain text, and every check after it.
 */
const isCrowded = (text: string, most: number): boolean => {
  if (text.length <= most) return false;
  let parts = 0;
  for (let index = 0; index < text.length && parts <= most; index++) {
    const sign = text.charCodeAt(index);
    if (sign === COMMA || sign === BRACKET || sign === BRACE) parts += 1;
  }
  return parts > most;
};

/** A charset that is named and is another one. */
const OTHER_CHARSET = /;\s*charset=(?!("?)utf-?8\1\s*(?:;|$))/i;

const refused = (text: string, message: string) => failure('invalid_body', text, { details: [{ field: '', message }] });

/** Reads JSON that somebody has sent. Throws `invalid_body` for what is none and for what holds more values than `most`. */
export const parseJson = (text: string, most: number): unknown => {
  if (isCrowded(text, most)) throw refused('The body holds too many values.', 'holds too many values');
  try {
    return JSON.parse(text);
  } catch {
    throw refused('The body is not JSON.', 'is not JSON');
  }
};

/** A route that takes larger bodies takes as many more values. */
const mostIn = (limit: number | undefined): number => Math.ceil(MOST_PARTS * Math.max(1, (limit ?? 0) / BODY_LIMIT));

/** What the bytes of a body say. Bytes that are no characters would be kept as the sign for such. */
const read = ({ headers, routeOptions }: FastifyRequest, body: Buffer): unknown => {
  if (body.length === 0) return undefined;
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw failure('media_type', 'The body must not be packed: send it without Content-Encoding.');
  if (OTHER_CHARSET.test(headers['content-type'] ?? ''))
    throw failure('media_type', 'The body must be application/json in UTF-8.');
  if (!isUtf8(body)) throw refused('The body is not UTF-8.', 'is not UTF-8');
  return parseJson(body.toString(), mostIn(routeOptions.bodyLimit));
};

/** Bodies are JSON, and nothing else. `Content-Type: application/json` without a body is a request without a body. */
export const takeJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      done(null, read(request, body));
    } catch (error) {
      done(error as Error);
    }
  });
};
