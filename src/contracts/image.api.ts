import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId } from './ids.ts';
import { query } from './query.ts';

/** Widths in pixels that pictures are made in; a request gets the next larger one. */
export const IMAGE_WIDTHS = [92, 185, 342, 500, 780] as const;

/** Bytes of the largest picture that is taken in. */
export const LARGEST_PICTURE = 20_000_000;

const picture = {
  tag: 'Pictures',
  params: Type.Object({ imdbId: ImdbId }),
  query: query({
    w: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 4000,
        description: `The next larger of ${IMAGE_WIDTHS.join(', ')}; the original when not said.`,
      }),
    ),
    photo: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 999, description: 'A photo in place of the poster or portrait, from 1.' }),
    ),
  }),
  reply: Type.Unknown(),
  bare: ['image/webp', 'image/jpeg'],
  errors: ['malformed_id', 'invalid_parameter', 'image_unknown'],
  example: { params: { imdbId: 'tt0068646' }, query: { w: '92' } },
} as const;

export const image = endpoint({
  ...picture,
  name: 'image',
  method: 'GET',
  path: '/api/v1/image/:imdbId',
  access: 'token',
  summary: 'The poster of a title or the emblem of a person',
  description: 'WebP where `Accept` allows it, else JPEG.',
});

export const publicImage = endpoint({
  ...picture,
  name: 'public_image',
  method: 'GET',
  path: '/api/public/image/:imdbId',
  access: 'public',
  summary: 'The same picture without a token',
  errors: [...picture.errors, 'too_many_tries'],
});
