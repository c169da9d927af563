import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Files } from '#contracts/endpoint.ts';
import { type Failure, Failure as FailureError, failure } from '#server/kernel/failure.ts';

/** A file of a multipart body. What the sender says about it is no more than that. */
export interface Upload<Name> {
  readonly name: Name;
  readonly fileName: string;
  /** The media type. */
  readonly type: string;
  /** To be read to its end, or left by throwing: the next file comes after it. Throws when it is too large or cut off. */
  readonly content: AsyncIterable<Buffer>;
}

/** The head of a part and the lines around it, in bytes. */
const AROUND_PART = 4_096;

/** The largest body that can hold these files. */
export const bodyLimitOf = ({ parts }: Files): number =>
  Object.values(parts).reduce((sum, bytes) => sum + bytes + AROUND_PART, AROUND_PART);

const refused = (field: string, message: string): Failure =>
  failure('invalid_body', field ? `${field} ${message}` : `The body ${message}.`, { details: [{ field, message }] });

const unreadable = (): Failure => refused('', 'is not multipart/form-data as it should be');

/** What the parser finds wrong is the sender's doing. */
const asRefusal = (error: unknown): Failure => (error instanceof FailureError ? error : unreadable());

async function* bounded(file: Readable, name: string, largest: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > largest) {
        const message = `is larger than ${largest} bytes`;
        throw failure('body_too_large', `${name} ${message}`, { details: [{ field: name, message }] });
      }
      yield chunk;
    }
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Fails when a body is longer than its files can make it: what stands around them could go on for ever. */
const watchLength = (request: FastifyRequest, most: number) => {
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting when it happens.
  tooLong.catch(() => {});
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > most) reject(failure('body_too_large'));
  };
  return { tooLong, begin: () => request.raw.on('data', count), end: () => request.raw.off('data', count) };
};

/**
 * The files of a body as they come in, in the order of the body, and no faster than they are taken. Throws `body_too_large`
 * and `invalid_body` with the name of the part.
 */
export async function* readUploads(
  request: FastifyRequest,
  { parts }: Files,
  most: number,
): AsyncGenerator<Upload<string>> {
  if (!request.isMultipart()) throw refused('', 'is missing');
  // Who announces too much need not send it.
  if (Number(request.headers['content-length'] ?? 0) > most) throw failure('body_too_large');
  const awaited = new Set(Object.keys(parts));
  const limits = {
    fileSize: Math.max(...Object.values(parts)) + 1,
    parts: awaited.size + 1,
    fields: 1,
    fieldSize: 100,
    fieldNameSize: 100,
    headerPairs: 20,
  };
  const length = watchLength(request, most);
  const sent = request.parts({ limits });
  let isRead = false;
  try {
    let coming = sent.next();
    // By now it is piped, so that the one who counts holds nothing up.
    length.begin();
    for (;;) {
      const { value: part, done } = await Promise.race([coming, length.tooLong]);
      if (done) break;
      const { fieldname: name } = part;
      const largest = Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (largest === undefined) throw refused(name, 'is not known here');
      if (!awaited.delete(name)) throw refused(name, 'is given more than once');
      if (part.type === 'field') throw refused(name, 'is no file');
      yield { name, fileName: part.filename, type: part.mimetype, content: bounded(part.file, name, largest) };
      coming = sent.next();
    }
    isRead = true;
    const [missing] = awaited;
    if (missing !== undefined) throw refused(missing, 'is missing');
  } catch (error) {
    throw asRefusal(error);
  } finally {
    length.end();
    // Most callers read their answer when they have sent everything; the server's time-out ends those who never have.
    if (!isRead) request.raw.unpipe().resume();
  }
}
