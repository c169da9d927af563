import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ImdbId, PictureId } from './ids.ts';
import { IMAGE_WIDTHS } from './image-widths.ts';
import { query } from './query.ts';

/** Bytes of the largest picture that is taken in. */
export const LARGEST_PICTURE = 20_000_000;

const asked = {
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
};

const picture = {
  tag: 'Pictures',
  params: Type.Object({ imdbId: ImdbId }),
  query: query(asked),
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
  description: 'WebP where `Accept` allows it, else JPEG; JPEG always where `.jpg` follows the id.',
  params: Type.Object({ imdbId: PictureId }),
  query: query({
    ...asked,
    v: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1e15,
        description: 'Any number: with another one a browser takes the picture as one that it does not have yet.',
      }),
    ),
  }),
  errors: [...picture.errors, 'too_many_tries'],
});
