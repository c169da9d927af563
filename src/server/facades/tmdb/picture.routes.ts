import { tmdbPicture } from '#contracts/tmdb.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { PICTURE_KEPT } from '#server/modules/catalog/image.routes.ts';
import type { Images } from '#server/modules/catalog/image.service.ts';
import { bytes } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { followed } from '../followed.ts';
import { widthOf } from './configuration.map.ts';

const FILE = /^((?:tt|nm)\d{7,10})\.jpg$/;

/** Pictures by their size and path. Always JPEG, as their names say. */
export const pictureRoute = (images: Images): Route =>
  route(tmdbPicture, { cached: true })(async ({ params: { size, file } }) => {
    const [id, w] = [FILE.exec(file)?.[1], widthOf(size)];
    if (id === undefined || w === null) throw failure('image_unknown');
    const ask = { ...(w !== undefined && { w }), accept: undefined };
    const { bytes: picture, type } = await followed(
      (imdbId) => images.picture({ ...ask, imdbId }),
      id,
      () => failure('image_unknown'),
    );
    return bytes(picture, type, { 'Cache-Control': PICTURE_KEPT });
  });
