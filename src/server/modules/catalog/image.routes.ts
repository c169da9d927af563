import { image, publicImage } from '#contracts/image.api.ts';
import { bytes, movedTo } from '#server/platform/http/answer.ts';
import { type Call, type Route, route } from '#server/platform/http/route.ts';
import { imageFormat } from './image.rules.ts';
import type { Images } from './image.service.ts';

/** An editor's picture is to be seen soon: whoever asks again with the ETag is told in a few bytes, and shows what he has meanwhile. */
const KEPT = 'max-age=60, stale-while-revalidate=86400';
export const PICTURE_KEPT = `public, ${KEPT}`;
/** What was counted for a token is not for whoever else asks a cache. */
const OWN_PICTURE_KEPT = `private, ${KEPT}`;

/** Clients that know pictures by the end of their names are given what the name says, whatever they accept. */
const JPEG = /\.jpg$/;

interface Asked {
  readonly params: { readonly imdbId: string };
  readonly query: { readonly w?: number; readonly photo?: number };
}

export const imageRoutes = (images: Images): readonly Route[] => {
  const answer = async ({ params, query }: Asked, call: Call, kept: string, accountId?: number | null) => {
    const imdbId = params.imdbId.replace(JPEG, '');
    const accept = imdbId === params.imdbId ? call.accept : undefined;
    const picture = await images.picture({ ...query, imdbId, accept, accountId });
    if ('movedTo' in picture) return movedTo(call.url.replace(imdbId, picture.movedTo));
    return bytes(picture.found.bytes, picture.found.type, { 'Cache-Control': kept, Vary: 'Accept' });
  };
  const options = { cached: true, variant: imageFormat };
  // Only whom a token names has wishes: they are counted by account.
  return [
    route(image, options)((asked, call) => answer(asked, call, OWN_PICTURE_KEPT, call.caller.accountId)),
    route(publicImage, options)((asked, call) => answer(asked, call, PICTURE_KEPT)),
  ];
};
