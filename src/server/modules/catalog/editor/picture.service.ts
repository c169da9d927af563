import { failure } from '#server/kernel/failure.ts';
import type { ParsedId } from '#server/kernel/ids.ts';
import type { Database, Transaction } from '#server/platform/db/database.ts';
import { PictureRefused } from '#server/platform/images/prepare.ts';
import type { PictureName } from '#server/sources/record.ts';
import { applyRecords } from '../apply.service.ts';
import type { Follow } from '../follow.ts';
import type { Pictures } from '../picture.service.ts';
import { takeTurn } from '../turn.store.ts';
import { refused } from './edit.rules.ts';
import { readStanding, type Standing } from './edit.service.ts';
import { addEdit, putOrigin, readBeforeUploads } from './edit.store.ts';
import { PICTURE_PART } from './written.rules.ts';

/** Gives a record a picture as an editor does; null takes it away. */
export const applyPicture = async (
  tx: Transaction,
  { kind, key }: ParsedId,
  picture: PictureName | null,
  follow?: Follow,
): Promise<void> => {
  const told =
    kind === 'movie'
      ? { titles: [{ id: key, poster: picture }], people: [] }
      : { titles: [], people: [{ id: key, photo: picture }] };
  await applyRecords(tx, told, 'editor', follow);
};

const isUploaded = ({ picture, origins, source }: Standing, part: string): boolean =>
  picture !== null && picture !== 'drawn' && (origins[part]?.source ?? source) === 'editor';

interface Parts {
  readonly db: Database;
  readonly pictures: Pick<Pictures, 'keep'>;
  readonly follow: Follow;
}

/** The pictures that administrators give to records. They are locked: no source replaces them. */
export const createPictureEditing = ({ db, pictures, follow }: Parts) => {
  /** Keeps an uploaded picture; of a refused one nothing is left. @throws invalid_body naming the file */
  const keep = async (bytes: Buffer, type: string) => {
    try {
      return await pictures.keep(bytes, { source: 'editor', address: null, licence: null }, type);
    } catch (error) {
      throw error instanceof PictureRefused ? refused('file', error.message) : error;
    }
  };

  /**
   * Gives a record an uploaded picture in place of what it has, and notes that. `type`: the media type that its sender
   * gives it. Answers the size of the picture in pixels. @throws title_unknown, name_unknown, invalid_body, import_running
   */
  const upload = async (
    id: ParsedId,
    { bytes, type }: { readonly bytes: Buffer; readonly type: string },
    accountId: number | null,
  ): Promise<{ readonly width: number; readonly height: number }> => {
    await readStanding(db, id);
    const { id: picture, width, height } = await keep(bytes, type);
    const { kind, key } = id;
    const part = PICTURE_PART[kind];
    await db.transaction(async (tx) => {
      await takeTurn(tx);
      const before = await readStanding(tx, id);
      if (before.picture === picture && isUploaded(before, part)) return;
      await applyPicture(tx, id, picture, follow);
      const origin = before.origins[part] ?? null;
      await addEdit(tx, { kind, key, accountId, action: 'edit', part, before: before.picture, after: picture, origin });
    });
    return { width, height };
  };

  /**
   * Takes the uploaded picture of a record away: what stood there before the first one comes back, free for sources.
   * @throws title_unknown, name_unknown, image_unknown, import_running
   */
  const remove = (id: ParsedId, accountId: number | null): Promise<void> =>
    db.transaction(async (tx) => {
      await takeTurn(tx);
      const { kind, key } = id;
      const part = PICTURE_PART[kind];
      const standing = await readStanding(tx, id);
      if (!isUploaded(standing, part)) throw failure('image_unknown', `${id.canonical} has no uploaded picture.`);
      const { before, origin } = (await readBeforeUploads(tx, kind, key, part)) ?? { before: null, origin: null };
      await applyPicture(tx, id, before, follow);
      await putOrigin(tx, kind, key, part, origin);
      const left = standing.origins[part] ?? null;
      await addEdit(tx, {
        kind,
        key,
        accountId,
        action: 'edit',
        part,
        before: standing.picture,
        after: before,
        origin: left,
      });
    });

  return { upload, remove };
};

export type PictureEditing = ReturnType<typeof createPictureEditing>;
