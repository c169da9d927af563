import { failure } from '#server/kernel/failure.ts';
import { type ParsedId, parseImdbId, imdbId as toImdbId } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { rasterise } from '#server/platform/images/raster.ts';
import { drawPortrait } from './art/portrait.ts';
import { drawPoster } from './art/poster.ts';
import { drawStill } from './art/still.ts';
import { imageFormat, imageWidth } from './image.rules.ts';
import { isHeld, readSubject, type Subject } from './image.store.ts';
import type { Pictures } from './picture.service.ts';
import type { Lookup } from './record.service.ts';
import { readRedirect } from './record.store.ts';
import type { Visibility } from './visibility.ts';

export interface ImageAsk {
  readonly imdbId: string;
  /** Pixels; the next larger size is made. */
  readonly w?: number;
  /** A photo in place of the poster or portrait, from 1. */
  readonly photo?: number;
  readonly accept: string | undefined;
  /** Whose wish it is, when the catalogue does not hold the record; undefined: nobody's. */
  readonly accountId?: number | null | undefined;
}

export interface ImageParts {
  readonly db: Executor;
  readonly pictures: Pick<Pictures, 'read'>;
  readonly visibility: () => Visibility;
  /** Hears of ids that the catalogue does not hold. */
  readonly onWanted: (id: string, accountId: number | null) => void;
}

export interface Picture {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Pixels of a drawn picture's full width. */
const DRAWN_WIDTH = 1000;

const draw = (id: ParsedId, { name, year, words, caption }: Subject, photo: number | undefined): string => {
  if (photo !== undefined)
    return drawStill({
      imdbId: id.canonical,
      title: name,
      caption,
      index: photo - 1,
      genres: id.kind === 'movie' ? words : null,
    });
  return id.kind === 'movie'
    ? drawPoster({ imdbId: id.canonical, title: name, year, genres: words })
    : drawPortrait({ imdbId: id.canonical, name, birthYear: year });
};

/** Pictures of titles and people. */
export const createImages = ({ db, pictures, visibility, onWanted }: ImageParts) => ({
  /**
   * The picture in the size and format asked for: the one that was given, else a drawn one; or the id that it stands under now. Throws `malformed_id`,
   * `image_unknown`.
   */
  picture: async ({ imdbId, w, photo, accept, accountId }: ImageAsk): Promise<Lookup<Picture>> => {
    const id = parseImdbId(imdbId);
    if (!id) throw failure('malformed_id');
    if (imdbId !== id.canonical) return { movedTo: id.canonical };
    const subject = await readSubject(db, id, photo ?? null, visibility());
    if (!subject) {
      const target = await readRedirect(db, id.kind, id.key);
      if (target === null) {
        if (accountId !== undefined && !(await isHeld(db, id))) onWanted(id.canonical, accountId);
        throw failure('image_unknown');
      }
      return { movedTo: toImdbId(id.kind, target) };
    }
    const format = imageFormat(accept);
    const { kept } = subject;
    const given = kept && (await pictures.read(kept.files, imageWidth(w, kept.width), format));
    const bytes = given ?? (await rasterise(draw(id, subject, photo), { width: imageWidth(w, DRAWN_WIDTH), format }));
    return { found: { bytes, type: `image/${format}` } };
  },
});

export type Images = ReturnType<typeof createImages>;
