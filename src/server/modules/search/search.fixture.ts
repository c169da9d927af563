import type { Database } from '#server/platform/db/database.ts';
import type { Visibility } from '../catalog/visibility.ts';
import { rebuildDocuments } from './document.service.ts';

/** An invented title of the tests; what is not said is not known. */
export interface Draft {
  readonly id: number;
  readonly title: string;
  readonly original?: string;
  readonly akas?: readonly string[];
  readonly type?: string;
  readonly year?: number | null;
  readonly rating?: number;
  readonly votes?: number;
  readonly runtime?: number;
  readonly rated?: string;
  readonly released?: string;
  readonly adult?: boolean;
  readonly source?: string;
  readonly genres?: readonly string[];
  readonly countries?: readonly string[];
  readonly languages?: readonly string[];
  readonly keywords?: readonly string[];
}

export interface PersonDraft {
  readonly id: number;
  readonly name: string;
  readonly birthName?: string;
  readonly also?: readonly string[];
  readonly knownFor?: readonly number[];
  readonly roles?: readonly (readonly [title: number, role: number])[];
}

export const SEEN: Visibility = { imageBase: 'http://films.test/image/', sources: null, adult: false };

const put = (db: Database, text: string, rows: readonly object[]) => db.query(text, [JSON.stringify(rows)]);

export const addTitles = async (db: Database, titles: readonly Draft[]): Promise<void> => {
  await put(
    db,
    `insert into title (id, type, title, original_title, year, runtime, adult, release_date, rated, rating, votes, genres, countries, languages, source, fetched_at)
      select id, coalesce(type, 'M'), title, original, year, runtime, coalesce(adult, false), released, rated, rating, votes, coalesce(genres, '{}'),
        coalesce(countries, '{}'), coalesce(languages, '{}'), coalesce(source, 'sample')::source_name, now()
      from jsonb_to_recordset($1::jsonb) as r (id bigint, type text, title text, original text, year int, runtime int, adult boolean, released text,
        rated text, rating real, votes int, genres text[], countries text[], languages text[], source text)
      on conflict (id) do update set title = excluded.title, votes = excluded.votes, genres = excluded.genres`,
    titles,
  );
  await put(
    db,
    `insert into aka (title_id, ordering, title) select r.id, a.n, a.title from jsonb_to_recordset($1::jsonb) as r (id bigint, akas text[])
      cross join lateral unnest(r.akas) with ordinality a (title, n) on conflict do nothing`,
    titles,
  );
  await put(
    db,
    `insert into title_list (title_id, part, items) select r.id, 'keywords', (select jsonb_agg(jsonb_build_object('keywords', k)) from unnest(r.keywords) k)
      from jsonb_to_recordset($1::jsonb) as r (id bigint, keywords text[]) where r.keywords is not null on conflict do nothing`,
    titles,
  );
};

export const addPeople = async (db: Database, people: readonly PersonDraft[]): Promise<void> => {
  await put(
    db,
    `insert into person (id, name, birth_name, known_for, source, fetched_at)
      select id, name, "birthName", coalesce("knownFor", '{}'), 'sample', now()
      from jsonb_to_recordset($1::jsonb) as r (id bigint, name text, "birthName" text, "knownFor" bigint[])`,
    people,
  );
  await put(
    db,
    `insert into person_list (person_id, part, items) select r.id, 'alternative',
        (select jsonb_agg(jsonb_build_object('alternateName', n)) from unnest(r.also) n)
      from jsonb_to_recordset($1::jsonb) as r (id bigint, also text[]) where r.also is not null`,
    people,
  );
  await put(
    db,
    `insert into credit (title_id, role, ordering, person_id) select (c->>0)::bigint, (c->>1)::int, r.id, r.id
      from jsonb_to_recordset($1::jsonb) as r (id bigint, roles jsonb) cross join jsonb_array_elements(r.roles) c`,
    people,
  );
};

export const rebuildAll = (db: Database): Promise<void> => db.transaction((tx) => rebuildDocuments(tx, 'all'));

interface Item {
  readonly title?: string;
  readonly name?: string;
}

/** Titles and names of an answer's items. */
export const namesIn = (json: string): string[] =>
  (JSON.parse(json) as readonly Item[]).map((item) => item.title ?? item.name ?? '');
