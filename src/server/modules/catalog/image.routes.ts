import { image, publicImage } from '#contracts/image.api.ts';
import { bytes, movedTo } from '#server/platform/http/answer.ts';
import { type Call, type Route, route } from '#server/platform/http/route.ts';
import { imageFormat } from './image.rules.ts';
import type { Images } from './image.service.ts';

/** An editor's picture is to be seen soon: whoever asks again with the ETag is told in a few bytes, and shows what he has meanwhile. */
const KEPT = 'public, max-age=60, stale-while-revalidate=86400';

interface Asked {
  readonly params: { readonly imdbId: string };
  readonly query: { readonly w?: number; readonly photo?: number };
}

export const imageRoutes = (images: Images): readonly Route[] => {
  const answer = async ({ params, query }: Asked, call: Call, accountId?: number | null) => {
    const picture = await images.picture({ ...params, ...query, accept: call.accept, accountId });
    if ('movedTo' in picture) return movedTo(call.url.replace(params.imdbId, picture.movedTo));
    return bytes(picture.found.bytes, picture.found.type, {
      'Cache-Control': KEPT,
      Vary: 'Accept',
      'X-Content-Type-Options': 'nosniff',
    });
  };
  const options = { cached: true, variant: imageFormat };
  // Only whom a token names has wishes: they are counted by account.
  return [
    route(image, options)((asked, call) => answer(asked, call, call.caller.accountId)),
    route(publicImage, options)((asked, call) => answer(asked, call)),
  ];
};
