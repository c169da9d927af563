import { Type } from 'typebox';
import { PlaceInSeries, TitleTypeSchema } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { NameId, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';
import { inLanguage, language, query } from './query.ts';

/** Sites, beside IMDb, whose ids are known. */
const SITES = ['tmdb', 'tvdb', 'wikidata'] as const;
const Site = Type.Enum([...SITES]);
const Url = Type.String({ format: 'uri' });

export const FoundId = Type.Object(
  {
    site: Site,
    of: maybe(
      Type.Enum(['film', 'series', 'episode', 'person'], {
        description: 'Among which of its numbers the site has it; null for Wikidata, which has items only.',
      }),
    ),
    id: Type.String({ description: 'As the site writes it.', examples: ['238', 'Q47703'] }),
  },
  { $id: 'FoundId' },
);

const ids = Type.Array(FoundId, { description: 'What other sites call it, as far as it is known.' });

const FoundTitle = Type.Object(
  {
    imdbId: TitleId,
    title: maybe(Type.String()),
    year: maybe(Type.Integer()),
    type: maybe(TitleTypeSchema),
    posterUrl: maybe(Url),
    series: maybe(PlaceInSeries),
    ids,
  },
  { $id: 'FoundTitle' },
);
const FoundName = Type.Object(
  { imdbId: NameId, name: maybe(Type.String()), photoUrl: maybe(Url), ids },
  { $id: 'FoundName' },
);

export const Found = Type.Object({ titles: Type.Array(FoundTitle), people: Type.Array(FoundName) }, { $id: 'Found' });

const number = (site: string) =>
  Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,9}$',
      'x-form': 'is a number of up to 10 digits',
      description: `The id at ${site}: of a film, a series, an episode or a person.`,
    }),
  );

/** The parameters, exactly one of which is to be there. */
export const FIND_BY = ['imdb', ...SITES] as const;

export const find = endpoint({
  name: 'find',
  method: 'GET',
  path: '/api/v1/find',
  access: 'token',
  tag: 'Search',
  summary: 'Titles and people by an id of IMDb, TMDB, TheTVDB or Wikidata',
  description:
    'Exactly one id. TMDB and TheTVDB number films, series, episodes and people each for themselves, so one number can stand for several records. Empty lists where nobody is known by the id; a merged id finds the record that it was merged into.',
  ...inLanguage,
  query: query({
    ...language,
    imdb: Type.Optional(
      Type.String({
        pattern: '^(tt|nm)\\d{7,10}$',
        'x-form': 'is tt or nm and 7 to 10 digits',
        description: 'The id at IMDb.',
      }),
    ),
    tmdb: number('TMDB'),
    tvdb: number('TheTVDB'),
    wikidata: Type.Optional(
      Type.String({ pattern: '^Q[1-9]\\d{0,11}$', 'x-form': 'is Q and up to 12 digits', description: 'The item.' }),
    ),
  }),
  reply: Found,
  errors: ['invalid_parameter'],
  example: { query: { tmdb: '1396' } },
});

export const externalIds = endpoint({
  name: 'admin_external_ids',
  method: 'GET',
  path: '/api/admin/external-ids',
  access: 'admin',
  tag: 'Editing',
  summary: 'How many titles and people have an id at other sites',
  description: 'A site is in the list also where it has none. The task WIKIDATA_IDS fills them in.',
  reply: Type.Array(
    Type.Object({ site: Site, titles: Type.Integer({ minimum: 0 }), people: Type.Integer({ minimum: 0 }) }),
  ),
});
