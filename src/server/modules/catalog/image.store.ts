import type { ParsedId } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { PictureFiles } from './picture.store.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

/** What a picture is drawn from, where `kept` names none that was given. `caption` is set for a photo. */
export interface Subject {
  readonly name: string;
  readonly year: number | null;
  readonly words: readonly string[];
  readonly caption: string | null;
  readonly kept: { readonly width: number; readonly files: PictureFiles } | null;
}

const types = { id: 'bigint', photo: 'int', ...visibilityTypes };

const photo = (table: 'title_list' | 'person_list', key: 'title_id' | 'person_id') =>
  `(select l.items->($photo - 1)->>'caption' from ${table} l where l.${key} = r.id and l.part = 'photos')`;
const hasPhoto = (table: 'title_list' | 'person_list', key: 'title_id' | 'person_id') =>
  `exists (select 1 from ${table} l where l.${key} = r.id and l.part = 'photos' and jsonb_array_length(l.items) >= $photo)`;

/** The picture that was given, where its source may be shown. */
const kept = (table: 'title' | 'person', column: string, part: string) =>
  `(select json_build_object('width', k.width, 'files', k.files) from picture k where k.id = r.${column} and $photo is null
      and ($sources is null or coalesce((select o.source from ${table}_origin o where o.${table}_id = r.id and o.part = '${part}'),
        r.source) = any($sources))) as kept`;

const subjects = {
  movie: statement(
    'image_movie',
    `select coalesce(nullif(r.title, ''), r.original_title) as name, r.year, r.genres as words, ${photo('title_list', 'title_id')} as caption,
        ${kept('title', 'poster', 'posterUrl')}
      from title r where r.id = $id and ($sources is null or r.source = any($sources))
      and case when $photo is null then r.poster is not null else ${hasPhoto('title_list', 'title_id')} end`,
    types,
  ),
  name: statement(
    'image_name',
    `select r.name, substr(r.birth_date, 1, 4)::int as year, '{}'::text[] as words, ${photo('person_list', 'person_id')} as caption,
        ${kept('person', 'photo', 'photoUrl')}
      from person r where r.id = $id and ($sources is null or r.source = any($sources))
      and case when $photo is null then r.photo is not null else ${hasPhoto('person_list', 'person_id')} end`,
    types,
  ),
};

const held = {
  movie: statement('image_movie_held', 'select 1 from title where id = $id', { id: 'bigint' }),
  name: statement('image_name_held', 'select 1 from person where id = $id', { id: 'bigint' }),
};

/** Whether there is such a record, with or without a picture, shown or not. */
export const isHeld = async (db: Executor, { kind, key }: ParsedId): Promise<boolean> =>
  (await db.query(held[kind]({ id: key }))).rows.length > 0;

/** The subject of a record's poster or portrait, or of its photo number `photo`; null when there is no such picture. */
export const readSubject = async (
  db: Executor,
  { kind, key }: ParsedId,
  photo: number | null,
  seen: Visibility,
): Promise<Subject | null> => {
  const { rows } = await db.query<Subject & Record<string, unknown>>(
    subjects[kind]({ id: key, photo, ...visibilityValues(seen) }),
  );
  return rows[0] ?? null;
};
