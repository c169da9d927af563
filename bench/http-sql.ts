/** What somebody would write who only wanted the JSON: no switches for parts, sources or settings. */

const BASE = 'http://127.0.0.1:8080/api/public/image/';

const core = `'imdbId', title_ref(t.id), 'imdbUrl', 'https://www.imdb.com/title/' || title_ref(t.id) || '/',
  'title', t.title, 'originalTitle', t.original_title, 'type', t.type, 'year', t.year, 'endYear', t.end_year,
  'runtime', t.runtime, 'releaseDate', t.release_date, 'rated', t.rated, 'rating', t.rating, 'votes', t.votes,
  'metascore', t.metascore, 'adult', t.adult, 'simplePlot', t.simple_plot, 'plot', t.plot,
  'posterUrl', '${BASE}' || title_ref(t.id), 'insertDate', t.inserted_at, 'lastUpdate', t.updated_at`;

/** The title's row, prepared; JavaScript makes the JSON. */
export const TITLE_ROW = { name: 'row', text: 'select * from title where id = $1' };

/** The title's row with PostgreSQL making the JSON. */
export const TITLE_ROW_AS_JSON = {
  name: 'row_as_json',
  text: 'select row_to_json(t)::text as json from title t where id = $1',
};

const person = `json_build_object('imdbId', name_ref(p.id), 'name', p.name, 'photoUrl', '${BASE}' || name_ref(p.id))`;
const list = (part: string) => `(select items from title_list where title_id = t.id and part = '${part}')`;

/** A film with everything, prepared. */
export const FULL_TITLE = {
  name: 'full',
  text: `select json_build_object(${core},
    'akas', (select json_agg(json_build_object('title', a.title, 'comment', array_to_string(a.attributes, ', '), 'country', c.name,
      'countryCode', a.region, 'language', g.name, 'languageCode', a.language, 'original', a.original, 'ordering', a.ordering)
      order by a.ordering) from aka a left join country c on c.code = a.region left join language g on g.code = a.language
      where a.title_id = t.id),
    'actors', (select json_agg(json_build_object('name', ${person}, 'main', k.main,
      'character', array_to_string(k.characters, ' / '), 'characters', k.characters, 'ordering', k.ordering, 'remark', k.remark)
      order by k.ordering) from credit k join person p on p.id = k.person_id where k.title_id = t.id and k.role = 0),
    'crew', (select json_agg(json_build_object('type', k.role, 'name', ${person}, 'job', k.job, 'ordering', k.ordering)
      order by k.role, k.ordering) from credit k join person p on p.id = k.person_id where k.title_id = t.id and k.role > 0),
    'genres', (select json_agg(json_build_object('genre', g)) from unnest(t.genres) g),
    'countries', (select json_agg(json_build_object('country', c.name, 'countryCode', c.code))
      from unnest(t.countries) u join country c on c.code = u),
    'languages', (select json_agg(json_build_object('language', g.name, 'languageCode', g.code))
      from unnest(t.languages) u join language g on g.code = u),
    'similarMovies', ${list('similar-movies')}, 'goofs', ${list('goofs')}, 'quotes', ${list('quotes')},
    'trivias', ${list('trivias')}, 'keywords', ${list('keywords')}, 'locations', ${list('locations')},
    'awards', ${list('awards')}, 'business', ${list('business')}, 'technicals', ${list('technicals')},
    'trailers', ${list('trailers')}, 'photos', ${list('photos')}, 'seasons', '[]'::json)::text as json
    from title t where t.id = $1`,
};
