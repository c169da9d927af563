import { globSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';

interface Recorded {
  readonly request: { readonly url: string };
  readonly response: { readonly status: number; readonly json: Readonly<Record<string, unknown>> };
}

/** What of the query names the answer: by id and by title the same, whatever the plot and the type. */
const keyOf = (title: unknown, query: URLSearchParams): string =>
  JSON.stringify([title, ...['s', 'page', 'Season', 'Episode'].map((name) => query.get(name) ?? '')]);

/** OMDb as far as it was recorded, in whatever files a folder holds; for one key, all others are refused. */
export const omdbFake = (folder: string, apikey: string): RequestListener => {
  const all = globSync('**/*.json', { cwd: folder }).flatMap(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded[],
  );
  const titles = new Map(all.map(({ response: { json } }) => [json.imdbID, json.Title]));
  const answers = new Map<string, Recorded['response']>();
  for (const { request, response } of all) {
    const query = new URL(request.url).searchParams;
    // What has an id of its own is asked for by it, also an episode that was found by its place.
    if (response.json.imdbID !== undefined) for (const name of ['Season', 'Episode']) query.delete(name);
    const named = response.json.Title ?? query.get('i') ?? query.get('t');
    const isKnown = answers.get(keyOf(named, query))?.json.Response === 'True';
    if (response.status === 200 && !isKnown) answers.set(keyOf(named, query), response);
  }
  return ({ url = '' }, response) => {
    const query = new URL(url, 'http://127.0.0.1').searchParams;
    if (query.has('s')) query.set('page', query.get('page') ?? '1');
    const named = query.has('i') ? (titles.get(query.get('i')) ?? query.get('i')) : query.get('t');
    const refused = { Response: 'False', Error: 'Invalid API key!' };
    const none = { Response: 'False', Error: 'Error getting data.' };
    if (query.get('apikey') !== apikey) response.writeHead(401).end(JSON.stringify(refused));
    else if (query.get('i') === 'tt3896198') response.end('{"Response":"True"}');
    else response.end(JSON.stringify(answers.get(keyOf(named, query))?.json ?? none));
  };
};
