import type { FastifyInstance } from 'fastify';
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
const isCrowded = (text: string): boolean => {
  if (text.length <= MOST_PARTS) return false;
  let parts = 0;
  for (let index = 0; index < text.length && parts <= MOST_PARTS; index++) {
    const sign = text.charCodeAt(index);
    if (sign === COMMA || sign === BRACKET || sign === BRACE) parts += 1;
  }
  return parts > MOST_PARTS;
};

const refused = (text: string, message: string) => failure('invalid_body', text, { details: [{ field: '', message }] });

/** Reads the JSON of a body. Throws a failure for what is none and for what is too much of it. */
const readJson = (text: string): unknown => {
  if (isCrowded(text)) throw refused('The body holds too many values.', 'holds too many values');
  try {
    return JSON.parse(text);
  } catch {
    throw refused('The body is not JSON.', 'is not JSON');
  }
};

/** Bodies are JSON, and nothing else. `Content-Type: application/json` without a body is a request without a body. */
export const takeJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : readJson(body.toString()));
    } catch (error) {
      done(error as Error);
    }
  });
};
