import { page } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';
import { type Rendered, renderedBefore } from './answer.ts';
import { renderFile } from './render.ts';
import { type Call, type Route, route } from './route.ts';

/** Something that browsers load and that does not change while the product runs. */
export interface PageFile {
  /** The media type. */
  readonly type: string;
  /** Called once, when somebody first asks. */
  readonly read: () => Buffer | Promise<Buffer>;
  /** The same packed with Brotli, where that was done before. */
  readonly br?: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Adds what depends on who is asking. */
  readonly greet?: (call: Call) => Readonly<Record<string, string>>;
  /** Whether it is there at the moment; always, when it isn't said. */
  readonly isThere?: () => boolean;
}

/** Answers GET and HEAD of a path with a file. It is read when somebody first asks, and packed then, once per encoding. */
export const fileRoute = (path: `/${string}`, { type, read, br, headers, greet, isThere }: PageFile): Route => {
  const make = async (): Promise<Rendered> =>
    renderFile(await read(), type, { 'Cache-Control': 'no-cache', ...headers }, br);
  let made: Promise<Rendered> | undefined;
  return route(page(path))(async (_input, call) => {
    if (isThere?.() === false) throw failure('address_unknown');
    made ??= make();
    const file = await made;
    return renderedBefore(greet ? { ...file, headers: { ...file.headers, ...greet(call) } } : file);
  });
};
