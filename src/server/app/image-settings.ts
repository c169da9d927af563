import { join, resolve } from 'node:path';
import { createFolderStore } from '#server/platform/images/folder-store.ts';
import { createS3Store, type S3Options } from '#server/platform/images/s3-store.ts';
import type { ImageStore } from '#server/platform/images/store.ts';
import type { Reader } from './source-settings.ts';

export interface ImageSettings {
  /** Null: the folder `images` of the data folder. */
  readonly store: { readonly folder: string } | S3Options | null;
  /** Hosts of pictures, with their ports, that may be in a private network and without TLS. */
  readonly hosts: readonly string[];
}

const isAddress = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text);

const isDecodable = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/** The address of a bucket, or of a folder in one, and of nothing else. */
const isBucket = (address: string): boolean => {
  const { username, password, search, hash, pathname } = new URL(address);
  return /^\/[^/]/.test(pathname) && isDecodable(pathname) && username + password + search + hash === '';
};

const isHost = (text: string): boolean => URL.canParse(`http://${text}`) && new URL(`http://${text}`).host === text;

/** Hosts that a setting names, with their ports where those are not the usual ones. */
export const readHosts = ({ text, problems }: Pick<Reader, 'text' | 'problems'>, key: string): readonly string[] => {
  const hosts = (text(key) ?? '').split(/[\s,]+/).filter((host) => host !== '');
  const wrong = hosts.filter((host) => !isHost(host));
  if (wrong.length > 0) problems.push(`${key} names what is no host: ${wrong.join(', ')}`);
  return hosts;
};

/** `folder`: where a relative path begins. */
export const readImageSettings = ({ text, url, problems }: Reader, folder: string): ImageSettings => {
  const said = text('IMAGE_STORE');
  const region = text('IMAGE_STORE_REGION') ?? 'us-east-1';
  const [keyId, secret] = [text('IMAGE_STORE_KEY_ID'), text('IMAGE_STORE_SECRET')];
  const hosts = readHosts({ text, problems }, 'IMAGE_HOSTS');
  if (said === undefined) return { store: null, hosts };
  if (!isAddress(said)) return { store: { folder: resolve(folder, said) }, hosts };
  const baseUrl = url('IMAGE_STORE');
  if (baseUrl !== undefined && !isBucket(baseUrl))
    problems.push(
      'IMAGE_STORE must be a folder, or the address of a bucket: https://host/bucket or https://host/bucket/folder',
    );
  if (keyId === undefined || secret === undefined)
    problems.push('IMAGE_STORE_KEY_ID and IMAGE_STORE_SECRET must be set, since IMAGE_STORE is an address');
  if (baseUrl === undefined || keyId === undefined || secret === undefined) return { store: null, hosts };
  return { store: { baseUrl, region, keyId, secret }, hosts };
};

/** Where the settings say that pictures are kept. */
export const imageStoreOf = (
  { dataFolder, images }: { readonly dataFolder: string; readonly images: ImageSettings },
  now: () => Date,
): ImageStore => {
  const { store } = images;
  if (store !== null && 'baseUrl' in store) return createS3Store(store);
  return createFolderStore(store?.folder ?? join(dataFolder, 'images'), now);
};
