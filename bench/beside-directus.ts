/**
 * Directus over the rows of a product's database: its own program as its handbook has it for production, answers kept for a
 * minute as the product keeps them, no limits, no telemetry, as many connections as the product has, asked by its
 * administrator, for whom it checks no rights. It wants tables with a key of one column and knows no lists of texts, so it
 * gets copies: genres in a table of their own, characters as JSON, all keys and filtered columns indexed.
 * It runs on Node.js 22, which it is made for; npm builds one of its parts.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { freePort } from '#test/support/cli.ts';
import { install, inTurn, startInstalled } from './beside-install.ts';
import { type Filters, type Rival, told } from './beside-questions.ts';
import { POOL_SIZE } from './http-contender.ts';

const NODE = `node-linux-${process.arch}`;
/** Its program, without the look for a newer one. */
const PROGRAM = 'node_modules/@directus/api/dist/cli/run.js';
const TOKEN = 'the-token-of-the-benchmark';
const SCHEMA = 'beside_directus';

const REMOVE = [`drop schema if exists ${SCHEMA} cascade`];
/** What Directus puts its own tables beside. */
const COPIES = [
  ...REMOVE,
  `create schema ${SCHEMA}`,
  `set search_path = ${SCHEMA}`,
  `create table title as select id, type, title, original_title, year, end_year, runtime, release_date, rated, rating, votes,
     metascore, adult, simple_plot, plot, poster, inserted_at, updated_at from public.title where not adult`,
  'create table person as select id, name, photo from public.person',
  `create table actor as select row_number() over (order by title_id, ordering) as id, title_id, ordering, person_id, main,
     to_json(characters) as characters, remark from public.credit c
     where role = 0 and exists (select from title t where t.id = c.title_id) and exists (select from person p where p.id = c.person_id)`,
  `create table title_genre as select row_number() over (order by id) as id, id as title_id, genre
     from public.title, unnest(genres) genre where not adult`,
  ...['title', 'person', 'actor', 'title_genre'].map((table) => `alter table ${table} add primary key (id)`),
  ...['actor', 'title_genre'].map((table) => `alter table ${table} add foreign key (title_id) references title (id)`),
  'alter table actor add foreign key (person_id) references person (id)',
  'create index on actor (title_id, ordering)',
  'create index on actor (person_id)',
  'create index on title_genre (title_id, genre)',
  'create index on title_genre (genre, title_id)',
  'create index on title (votes, id)',
  'create index on title (type, votes, id)',
];
/** The relations in its own tables. */
const RELATIONS = [
  `set search_path = ${SCHEMA}`,
  `insert into directus_collections (collection) values ('title'), ('person'), ('actor'), ('title_genre')`,
  `insert into directus_fields (collection, field, special) values ('title', 'actors', 'o2m'), ('title', 'genres', 'o2m'),
     ('actor', 'characters', 'cast-json')`,
  `insert into directus_relations (many_collection, many_field, one_collection, one_field) values
     ('actor', 'title_id', 'title', 'actors'), ('actor', 'person_id', 'person', null), ('title_genre', 'title_id', 'title', 'genres')`,
  'vacuum analyze title, person, actor, title_genre',
];

const programs = (): { readonly folder: string; readonly node: string } => {
  const home = join(install('node22', [`${NODE}@22.23.3`], {}), 'node_modules', NODE);
  const node = join(home, 'bin', 'node');
  const env = { npm_config_nodedir: home, PATH: `${dirname(node)}:${process.env.PATH}` };
  return { folder: install('directus', ['directus@12.4.0'], env), node };
};

const settings = (connection: Record<string, unknown>, port: number): NodeJS.ProcessEnv => ({
  ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
  ...{ DB_CLIENT: 'pg', DB_HOST: String(connection.host), DB_PORT: String(connection.port) },
  ...{ DB_USER: String(connection.user), DB_DATABASE: String(connection.database), DB_SEARCH_PATH: SCHEMA },
  ...{ DB_POOL__MIN: '0', DB_POOL__MAX: String(POOL_SIZE) },
  ...{ SECRET: 'a secret that only the benchmark uses', ADMIN_TOKEN: TOKEN },
  ...{ ADMIN_EMAIL: 'bench@example.org', ADMIN_PASSWORD: 'a password of the bench' },
  ...{ CACHE_ENABLED: 'true', CACHE_STORE: 'memory', CACHE_TTL: '1m', PRESSURE_LIMITER_ENABLED: 'false' },
  ...{ LOG_LEVEL: 'error', TELEMETRY: 'false', SERVE_APP: 'false', WEBSOCKETS_ENABLED: 'false' },
});

const headers = { Authorization: `Bearer ${TOKEN}` };
const FIELDS = ['*', 'actors.ordering', 'actors.main', 'actors.characters', 'actors.remark'];
const PERSON = ['actors.person_id.id', 'actors.person_id.name', 'actors.person_id.photo'];
const DEEP = 'deep[actors][_sort]=ordering&deep[actors][_limit]=-1';
const titlePath = (id: number): string =>
  encodeURI(`/items/title/${id}?fields=${[...FIELDS, ...PERSON].join(',')}&${DEEP}`);
const listPath = ({ types, genre, yearFrom, ratingFrom, count }: Filters): string => {
  const all = [
    { type: { _in: types } },
    { year: { _gte: yearFrom } },
    { rating: { _gte: ratingFrom } },
    { genres: { genre: { _eq: genre } } },
  ];
  const filter = encodeURIComponent(JSON.stringify({ _and: all }));
  return `/items/title?filter=${filter}&sort=-votes,-id&limit=${count}&fields=id,title,year,type,rating,votes,poster`;
};

interface DirectusTitle {
  readonly data: Parameters<typeof told>[0] & {
    readonly actors: readonly {
      readonly main: boolean;
      readonly characters: readonly string[] | null;
      readonly person_id: { readonly name: string };
    }[];
  };
}
interface DirectusList {
  readonly data: readonly { readonly id: string | number }[];
}

export const directus: Rival = {
  name: 'Directus',
  prepare: async (db) => {
    const { folder, node } = programs();
    await inTurn(db, COPIES);
    const env = { ...process.env, ...settings({ ...db.connection }, 0) };
    const { status, stderr, stdout } = spawnSync(node, [PROGRAM, 'bootstrap'], {
      ...{ cwd: folder, env, encoding: 'utf8' },
    });
    if (status !== 0) throw new Error(`Directus made no tables of its own: ${(stderr || stdout).slice(-1_000)}`);
    await inTurn(db, RELATIONS);
  },
  remove: (db) => inTurn(db, REMOVE),
  start: async (db, database) => {
    const { folder, node } = programs();
    const port = await freePort();
    const env = settings({ ...db.connection }, port);
    return startInstalled({ folder, node, args: [PROGRAM, 'start'], env, port, database });
  },
  title: (next) => ({ path: () => titlePath(next()), headers }),
  list: (next) => ({ path: () => listPath(next()), headers }),
  titleTold: (answer) => {
    const { data } = answer as DirectusTitle;
    const cast = data.actors.map(({ main, characters, person_id: { name } }) => ({ main, characters, name }));
    return told(data, cast);
  },
  listTold: (answer) => (answer as DirectusList).data.map(({ id }) => String(id)).join(' '),
};
