import { resolve } from 'node:path';
import type { Reader } from './source-settings.ts';

export interface ImageSettings {
  /** Where pictures are kept. Null: the folder `images` of the data folder. */
  readonly folder: string | null;
  /** Hosts of pictures, with their ports, that may be in a private network and without TLS. */
  readonly hosts: readonly string[];
}

const isHost = (text: string): boolean => URL.canParse(`http://${text}`) && new URL(`http://${text}`).host === text;

/** `folder`: where a relative path begins. */
export const readImageSettings = ({ text, problems }: Reader, folder: string): ImageSettings => {
  const store = text('IMAGE_STORE');
  if (store !== undefined && /^[a-z][a-z\d+.-]*:\/\//i.test(store))
    problems.push('IMAGE_STORE must be a folder, not an address');
  const hosts = (text('IMAGE_HOSTS') ?? '').split(/[\s,]+/).filter((host) => host !== '');
  const wrong = hosts.filter((host) => !isHost(host));
  if (wrong.length > 0) problems.push(`IMAGE_HOSTS names what is no host: ${wrong.join(', ')}`);
  return { folder: store === undefined ? null : resolve(folder, store), hosts };
};
