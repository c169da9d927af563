import { globSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';

type Recorded = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Recorded =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where TMDB gives such an answer; a season and an episode do not say of which series they are. */
const pathOf = (answer: Recorded): string | null => {
  const { id, season_number: season, episode_number: episode } = answer;
  if ('release_date' in answer && 'imdb_id' in answer) return `/movie/${id}`;
  if ('first_air_date' in answer && Array.isArray(answer.seasons)) return `/tv/${id}`;
  if ('birthday' in answer && 'imdb_id' in answer) return `/person/${id}`;
  if (episode !== undefined && season !== undefined) return `/tv/0/season/${season}/episode/${episode}`;
  return Array.isArray(answer.episodes) && season !== undefined ? `/tv/0/season/${season}` : null;
};

const ownIdOf = (answer: Recorded): unknown =>
  answer.imdb_id ?? (isRecord(answer.external_ids) ? answer.external_ids.imdb_id : null);

/** An id that nothing else has. */
const invented = (what: string, number: string): string =>
  `${what === 'person' ? 'nm' : 'tt'}${String(9_000_000_000 + Number(number))}`;

/**
 * TMDB as far as it was recorded, in whatever files a folder holds. What a recording names and none is of (people, titles
 * alike, episodes) has an invented IMDb id.
 */
export const tmdbFake = (folders: readonly string[]): RequestListener => {
  const answers = new Map<string, string>();
  const found = new Map<string, { readonly list: string; readonly id: unknown }>();
  for (const file of folders.flatMap((cwd) => globSync('**/*.json', { cwd }).map((name) => join(cwd, name)))) {
    const text = readFileSync(file, 'utf8');
    const answer: unknown = JSON.parse(text);
    const path = isRecord(answer) ? pathOf(answer) : null;
    if (path === null || !isRecord(answer)) continue;
    if (text.length > (answers.get(path)?.length ?? 0)) answers.set(path, text);
    const [, what] = path.split('/');
    const own = ownIdOf(answer);
    if (typeof own === 'string' && !path.includes('/season/'))
      found.set(own, { list: `${what}_results`, id: answer.id });
  }
  const externalIds = (path: string): string | null => {
    const [, what = '', number = '', , , , episode] = path.split('/');
    const of = path.replace(/\/external_ids$/, '').replace(/^\/tv\/\d+(?=\/season)/, '/tv/0');
    const recorded: unknown = JSON.parse(answers.get(of) ?? '{}');
    const own = isRecord(recorded) ? ownIdOf(recorded) : null;
    if (of.includes('/season/') && !answers.has(of) && !/^\d+$/.test(episode ?? '')) return null;
    const season = of.includes('/season/') ? path.replaceAll(/\D/g, '').slice(0, 9) : number;
    return JSON.stringify({ imdb_id: own ?? invented(what, season) });
  };
  return ({ url = '' }, response) => {
    const path = url.replace(/\?.*/s, '');
    const sought = /^\/find\/(\w+)$/.exec(path)?.[1];
    const hit = found.get(sought ?? '');
    const body =
      path === '/authentication'
        ? '{"success":true,"status_code":1}'
        : sought !== undefined
          ? JSON.stringify(hit ? { [hit.list]: [{ id: hit.id }] } : {})
          : path.endsWith('/external_ids')
            ? externalIds(path)
            : (answers.get(path) ?? answers.get(path.replace(/^\/tv\/\d+(?=\/season)/, '/tv/0')));
    if (body) response.end(body);
    else response.writeHead(404).end('{"success":false,"status_code":34,"status_message":"Not found."}');
  };
};
