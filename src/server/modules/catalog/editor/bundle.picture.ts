import type { Bundle } from '#contracts/bundle.ts';
import { PictureRefused } from '#server/platform/images/prepare.ts';
import type { Pictures } from '../picture.service.ts';
import { refused } from './edit.rules.ts';

/** A bundle with the bytes of its picture, for other places than this one. */
export const withBytes = async (bundle: Bundle, pictures: Pick<Pictures, 'bytesOf'>): Promise<Bundle> => {
  const { picture } = bundle;
  if (picture === null || picture === 'drawn') return bundle;
  const bytes = await pictures.bytesOf(picture.id);
  return bytes === null ? bundle : { ...bundle, picture: { ...picture, data: bytes.toString('base64') } };
};

/** A bundle whose picture is kept here, by its name alone. @throws invalid_body for one that is none, or not there */
export const keptBundle = async (bundle: Bundle, pictures: Pick<Pictures, 'keep' | 'find'>): Promise<Bundle> => {
  const { picture } = bundle;
  if (picture === null || picture === 'drawn') return bundle;
  const { id, data } = picture;
  if (await pictures.find(id)) return { ...bundle, picture: { id } };
  if (data === undefined) throw refused('picture.data', 'is missing: the picture is not kept here');
  try {
    const kept = await pictures.keep(Buffer.from(data, 'base64'), { source: 'bundle', address: null, licence: null });
    return { ...bundle, picture: { id: kept.id } };
  } catch (error) {
    throw error instanceof PictureRefused ? refused('picture.data', error.message) : error;
  }
};
