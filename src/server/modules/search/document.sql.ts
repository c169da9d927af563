/** How search documents are computed from the catalogue. `$scope` stands for a condition on the record's id. */

/** How well known a title is: see the `popular` chart in contracts/discover.api.ts. A title without a year counts as one of 1990. */
const POPULARITY = `(log(1 + coalesce(t.votes, 0)::float8) + (coalesce(t.year, 1990) - 2000) / 40.0)::real`;
const WEIGHTED = `((t.votes::float8 * t.rating + 25000 * 7.0) / (t.votes::float8 + 25000))::real`;

/** The first day that the release date may mean, for comparing dates of different precision; null where there is none. */
const RELEASED = `left(t.release_date || '-01-01', 10)`;

const tagged = (tag: string, column: string): string =>
  `case when ${column} <> '{}' then tag_lexemes('@${tag}:', ${column}) else '{}' end`;
const FACET_TAGS = `(${tagged('g', 't.genres')} || ${tagged('c', 't.countries')} || ${tagged('l', 't.languages')})`;

/** The other names of titles. */
export const TITLE_NAMES = `
  select a.title_id, array_agg(distinct a.title) as names from aka a where $scope(a.title_id) group by a.title_id`;

/** `names` is a relation like TITLE_NAMES. */
export const titleDocuments = (names: string): string => `
  select t.id, ${POPULARITY} as popularity, ${WEIGHTED} as weighted, t.rating, t.votes, t.year, t.runtime,
    ${RELEASED} as released, t.type, left(fold_text(t.title), 100) as sort_title, ${FACET_TAGS} as tags,
    array_to_tsvector(name_lexemes(array[t.title, t.original_title] || a.names)
      || array['@t:' || t.type, '@s:' || t.source]
      || case when t.adult then array['@x'] else '{}' end
      || case when t.year is not null then array['@y:' || t.year, '@d:' || t.year / 10] else '{}' end
      || case when t.release_date is not null then array['@p:' || left(t.release_date, 3)] else '{}' end
      || case when t.rating is not null then array['@q:' || floor(t.rating)] else '{}' end
      || case when t.votes is not null then array['@v:' || length(t.votes::text)] else '{}' end
      || case when t.runtime is not null then array['@m:' || least(t.runtime / 30, 20)] else '{}' end
      || case when t.rated is not null then tag_lexemes('@r:', array[t.rated]) else '{}' end
      || ${FACET_TAGS}
      || case when t.genres <> '{}' then tag_lexemes('@b:' || lower(t.type) || ':', t.genres) else '{}' end
      || coalesce(k.tags, '{}')) as words
  from title t
  left join ${names} a on a.title_id = t.id
  left join (select l.title_id, array_agg('@k:' || fold_text(e->>'keywords')) as tags from title_list l
    cross join jsonb_array_elements(l.items) e where l.part = 'keywords' and e->>'keywords' is not null and $scope(l.title_id)
    group by l.title_id) k on k.title_id = t.id
  where $scope(t.id)`;

export const TITLE_DOCUMENTS = titleDocuments(`(${TITLE_NAMES})`);

/** The votes of what people are known for; of all that they worked on where nothing is known of that. */
export const PERSON_VOTES = `
  select k.person_id, sum(t.votes) as votes from (
      select id as person_id, unnest(known_for) as title_id from person where $scope(id)
      union all select c.person_id, c.title_id from credit c join person n on n.id = c.person_id
        where n.known_for = '{}' and $scope(n.id)) k
    join title t on t.id = k.title_id and t.votes is not null group by k.person_id`;

/** People share the scale of titles: a tenth of `votes`, a relation like PERSON_VOTES; then how much they are known for. */
export const personDocuments = (votes: string): string => `
  select p.id, (log(1 + coalesce(v.votes, 0)::float8) - 1 + least(cardinality(p.known_for), 4) / 10.0)::real as popularity,
    array_to_tsvector(name_lexemes(array[p.name, p.birth_name] || l.names) || array['@s:' || p.source]) as words
  from person p
  left join ${votes} v on v.person_id = p.id
  left join (select l.person_id, array_agg(e->>'alternateName') as names from person_list l
    cross join jsonb_array_elements(l.items) e where l.part = 'alternative' and $scope(l.person_id) group by l.person_id) l
    on l.person_id = p.id
  where $scope(p.id)`;

export const PERSON_DOCUMENTS = personDocuments(`(${PERSON_VOTES})`);

/** Puts the condition in: every id, or those of a table. */
export const scoped = (text: string, table: string | null): string =>
  text.replace(/\$scope\(([a-z_.]+)\)/g, (_, id: string) =>
    table === null ? 'true' : `${id} in (select id from ${table})`,
  );
