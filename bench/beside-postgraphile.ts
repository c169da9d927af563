/**
 * PostGraphile over the rows of a product's database, as its handbook has it for production: its own program, the amber
 * preset and the plugin for filters, no pages for developers, no plans explained, statements prepared, queries of one text
 * with variables so that each is planned once, and as many connections as the product has. It gets views of what is
 * compared with the keys between them, and indexes that fit the filters and the order: the product's own table has none, since it
 * searches in tables made for that.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#test/support/cli.ts';
import { install, inTurn, startInstalled } from './beside-install.ts';
import { type Filters, type Rival, told } from './beside-questions.ts';
import { POOL_SIZE } from './http-contender.ts';

const PACKAGES = ['postgraphile@5.1.5', 'postgraphile-plugin-connection-filter@4.0.1', 'pg@8.23.1'];

const SETTINGS = `import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';
const { connection, port } = JSON.parse(process.env.BESIDE);
export default {
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  pgServices: [makePgService({ poolConfig: { ...connection, max: ${POOL_SIZE} }, schemas: ['beside'] })],
  grafserv: { host: '127.0.0.1', port, graphiql: false, websockets: false, watch: false },
  grafast: { explain: false },
};
`;

const VIEWS = [
  'create schema beside',
  `create view beside.title as select id, type, title, original_title, year, end_year, runtime, release_date, rated, rating,
     votes, metascore, adult, simple_plot, plot, poster, inserted_at, updated_at, genres from title where not adult`,
  'create view beside.person as select id, name, photo from person',
  `create view beside.actor as select title_id, ordering, person_id, main, characters, remark from credit where role = 0`,
  `comment on view beside.title is '@primaryKey id'`,
  `comment on view beside.person is '@primaryKey id'`,
  `comment on view beside.actor is E'@primaryKey title_id,ordering\\n@foreignKey (title_id) references beside.title (id)\\n@foreignKey (person_id) references beside.person (id)'`,
  // Not while it is measured.
  'vacuum analyze title, credit, person',
];
const INDEXES = [
  'create index beside_votes on title (votes, id)',
  'create index beside_type on title (type, votes, id)',
  'create index beside_genres on title using gin (genres)',
];
const REMOVE = [
  'drop schema if exists beside cascade',
  'drop index if exists beside_votes, beside_type, beside_genres',
];

const TITLE =
  `query($id:BigInt!){titleByRowId(rowId:$id){rowId type title originalTitle year endYear runtime releaseDate
 rated rating votes metascore adult simplePlot plot poster insertedAt updatedAt actorsByTitleId(orderBy:[ORDERING_ASC])
 {nodes{ordering main characters remark personByPersonId{rowId name photo}}}}}`.replaceAll('\n', '');
const LIST = `query($types:[String!],$genre:[String],$year:Int,$rating:Float,$count:Int){allTitles(first:$count,
orderBy:[VOTES_DESC],filter:{type:{in:$types},genres:{contains:$genre},year:{greaterThanOrEqualTo:$year},
rating:{greaterThanOrEqualTo:$rating}}){nodes{rowId title year type rating votes poster} pageInfo{hasNextPage endCursor}}}`.replaceAll(
  '\n',
  '',
);

const titleBody = (id: number): string => JSON.stringify({ query: TITLE, variables: { id: String(id) } });
const listBody = ({ types, genre, yearFrom, ratingFrom, count }: Filters): string => {
  const variables = { types, genre: [genre], year: yearFrom, rating: ratingFrom, count };
  return JSON.stringify({ query: LIST, variables });
};
const headers = { 'Content-Type': 'application/json' };

interface GraphTitle {
  readonly data: {
    readonly titleByRowId: Parameters<typeof told>[0] & {
      readonly actorsByTitleId: {
        readonly nodes: readonly {
          readonly main: boolean;
          readonly characters: readonly string[] | null;
          readonly personByPersonId: { readonly name: string };
        }[];
      };
    };
  };
}
interface GraphList {
  readonly data: { readonly allTitles: { readonly nodes: readonly { readonly rowId: string }[] } };
}

export const postgraphile: Rival = {
  name: 'PostGraphile',
  prepare: (db) => inTurn(db, [...REMOVE, ...VIEWS]),
  remove: (db) => inTurn(db, REMOVE),
  index: (db) => inTurn(db, INDEXES),
  start: async (db, database) => {
    const folder = install('postgraphile', PACKAGES);
    writeFileSync(join(folder, 'graphile.config.mjs'), SETTINGS);
    const port = await freePort();
    const args = ['node_modules/postgraphile/dist/cli-run.js', '--config', 'graphile.config.mjs'];
    const BESIDE = JSON.stringify({ connection: db.connection, port });
    const env = { NODE_ENV: 'production', GRAPHILE_ENV: 'production', BESIDE };
    return startInstalled({ folder, args, env, port, database });
  },
  title: (next) => ({ path: '/graphql', body: () => titleBody(next()), headers }),
  list: (next) => ({ path: '/graphql', body: () => listBody(next()), headers }),
  titleTold: (answer) => {
    const { titleByRowId: title } = (answer as GraphTitle).data;
    const cast = title.actorsByTitleId.nodes.map(({ personByPersonId: { name }, ...one }) => ({ ...one, name }));
    return told(title, cast);
  },
  listTold: (answer) => (answer as GraphList).data.allTitles.nodes.map(({ rowId }) => rowId).join(' '),
};
