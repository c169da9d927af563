import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { hostilePictures, poster } from '#test/support/pictures.ts';

/** What nobody should send to the administration, over HTTP: refused, without a trace, and beside the others' requests. */

const CHILD = join(import.meta.dirname, '../support/hostile-child.ts');
const MEGABYTE = 1_000_000;
const MEMORY = 100 * MEGABYTE;
/** Ms of work in one turn of the loop. */
const LONGEST = 50;
const FILM = 'tt0068646';
const EDGE = 'edge-of-a-part';

const db = await testDatabase('sample');
const child = fork(CHILD, [JSON.stringify(db.connection)], { execArgv: ['--conditions', 'development'] });
afterAll(async () => {
  const gone = once(child, 'exit');
  child.disconnect();
  await gone;
});

interface Lived {
  readonly longest: number;
  readonly memory: number;
}
let here: { readonly url: string; readonly session: string };
/** The longest turn since the last look, and the most memory ever. */
const lived = async (): Promise<Lived> => {
  child.send('');
  return (await once(child, 'message'))[0];
};

interface Sending {
  readonly path: string;
  /** What is sent, one after the other, until the answer comes. */
  readonly chunks: Iterable<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
}
/** Sends as long as it is listened to, and answers the status. */
const send = ({ path, chunks, headers = {} }: Sending): Promise<number | undefined> => {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request(`${here.url}/api/admin/imdb${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${here.session}`,
      'content-type': `multipart/form-data; boundary=${EDGE}`,
      ...headers,
    },
  });
  let answered = false;
  call.on('response', (answer) => {
    answered = true;
    answer.resume();
    resolve(answer.statusCode);
  });
  call.on('error', (error) => (answered ? undefined : reject(error)));
  const left = chunks[Symbol.iterator]();
  const next = (): void => {
    while (!answered) {
      const { value, done } = left.next();
      if (done) return void call.end();
      if (!call.write(value)) return void call.once('drain', next);
    }
    call.destroy();
  };
  next();
  return promise;
};

const head = (type: string): Buffer =>
  Buffer.from(
    `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: ${type}\r\n\r\n`,
  );
const tail = Buffer.from(`\r\n--${EDGE}--\r\n`);
const part = (content: string | Buffer, type = 'application/json'): Buffer[] => [
  head(type),
  Buffer.from(content),
  tail,
];
/** The beginning of a part, and ten thousand megabytes of it. */
function* endless(type: string, first: Buffer): Generator<Buffer> {
  yield Buffer.concat([head(type), first]);
  const megabyte = Buffer.alloc(MEGABYTE, ' ');
  for (let sent = 0; sent < 10_000; sent += 1) yield megabyte;
  yield tail;
}

const contents = async () =>
  (
    await db.query(`select (select count(*) from title) as titles, (select count(*) from person) as people,
      (select count(*) from picture) as pictures, (select count(*) from edit) as edits,
      (select count(*) from change) as told, (select md5(string_agg(t::text, '' order by id)) from title t) as sum`)
  ).rows;

const exported = async (): Promise<string> => {
  const answer = await fetch(`${here.url}/api/admin/imdb/${FILM}/export`, {
    headers: { authorization: `Bearer ${here.session}` },
  });
  return answer.text();
};
const BUNDLES = '/import/movie';
const PICTURES = `/${FILM}/image`;

const hostileBundles = async (): Promise<Readonly<Record<string, Sending>>> => {
  const whole = await exported();
  const bomb = gzipSync(Buffer.alloc(1_000 * MEGABYTE, ' '), { level: 9 });
  const spoilt = (from: string | RegExp, to: string): Sending => {
    const text = whole.replace(from, to);
    if (text === whole) throw new Error(`nothing to spoil: ${from}`);
    return { path: BUNDLES, chunks: part(text) };
  };
  return {
    'a part of 10 GB': { path: BUNDLES, chunks: endless('application/json', Buffer.from('{')) },
    'a part that is said to be of 10 GB': {
      ...{ path: BUNDLES, chunks: endless('application/json', Buffer.from('{')) },
      headers: { 'content-length': '10000000500' },
    },
    'a gzip bomb as the file': { path: BUNDLES, chunks: part(bomb) },
    'a gzip bomb as the body': { path: BUNDLES, chunks: [bomb], headers: { 'content-encoding': 'gzip' } },
    'deep nesting': { path: BUNDLES, chunks: part('['.repeat(3_900_000)) },
    'deep nesting of objects': { path: BUNDLES, chunks: part('{"a":'.repeat(780_000)) },
    'a million keys': { path: BUNDLES, chunks: part(`{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`)}}`) },
    'one long text': { path: BUNDLES, chunks: part(`"${'x'.repeat(3_900_000)}"`) },
    '__proto__ among its fields': spoilt(/"fields":\s*\{/, '"fields":{"__proto__":{"a":1},'),
    'a wrong type': spoilt(/"year":\s*1972/, '"year":"1972"'),
    'a list for a text': spoilt(/"title":\s*"[^"]*"/, '"title":[]'),
    'the id of a person': spoilt(`"${FILM}"`, '"nm0068646"'),
    'another id than is named': { path: `${BUNDLES}?imdbId=tt0000001`, chunks: part(whole) },
    'a body that breaks off': { path: BUNDLES, chunks: [head('application/json'), Buffer.from(whole.slice(0, 500))] },
    'a thousand parts': { path: BUNDLES, chunks: Array.from({ length: 1_000 }, () => head('text/plain')) },
  };
};

describe('hostile bundles and pictures', () => {
  beforeAll(async () => {
    [here] = await once(child, 'message');
    // What is as it should be, so that nothing is made ready for the first time below.
    const jpeg = await poster(600, 900).jpeg().toBuffer();
    expect(await send({ path: PICTURES, chunks: part(jpeg, 'image/jpeg') })).toBe(200);
    expect(await send({ path: BUNDLES, chunks: part(await exported()) })).toBe(200);
  }, PATIENCE);

  it(
    'are refused with 4xx, change nothing, need little memory and hold nobody up',
    async () => {
      const pictures = Object.entries(await hostilePictures()).map(
        ([name, bytes]) => [name, { path: PICTURES, chunks: part(bytes, 'image/png') }] as const,
      );
      const all: (readonly [string, Sending])[] = [
        ...Object.entries(await hostileBundles()),
        ...pictures,
        [
          'a picture of 10 GB',
          { path: PICTURES, chunks: endless('image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')) },
        ],
      ];
      const [before, first] = [await contents(), await lived()];
      const answers: [string, boolean][] = [];
      const turns: [string, number][] = [];
      let most = first.memory;
      for (const [name, sending] of all) {
        const status = (await send(sending)) ?? 0;
        const { longest, memory } = await lived();
        answers.push([name, status >= 400 && status < 500]);
        if (longest > LONGEST) turns.push([name, longest]);
        most = memory;
      }
      expect(answers.filter(([, isRefused]) => !isRefused)).toEqual([]);
      expect(turns).toEqual([]);
      expect(most - first.memory).toBeLessThan(MEMORY);
      expect(await contents()).toEqual(before);
    },
    PATIENCE,
  );
});
