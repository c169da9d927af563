import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('where pictures are kept', () => {
  const kept = (environment: Record<string, string>) => readConfig(environment, '/srv').images.store;
  const KEYS = { IMAGE_STORE_KEY_ID: 'id', IMAGE_STORE_SECRET: 'top-secret' };

  it('is a folder, or a bucket with its keys', () => {
    expect(kept({})).toBeNull();
    expect(kept({ IMAGE_STORE: 'pictures' })).toEqual({ folder: '/srv/pictures' });
    expect(kept({ IMAGE_STORE: 'https://s3.example/bucket/', ...KEYS })).toEqual({
      ...{ baseUrl: 'https://s3.example/bucket', region: 'us-east-1', keyId: 'id', secret: 'top-secret' },
    });
  });

  it.each([
    [{ IMAGE_STORE: 'https://s3.example/bucket' }, /IMAGE_STORE_KEY_ID and IMAGE_STORE_SECRET must be set/],
    [
      { IMAGE_STORE: 'https://s3.example/bucket?x=top-secret', ...KEYS },
      /must be a folder, or the address of a bucket/,
    ],
    [
      { IMAGE_STORE: 'https://id:top-secret@s3.example/bucket', ...KEYS },
      /must be a folder, or the address of a bucket/,
    ],
    [{ IMAGE_STORE: 'https://s3.example/', ...KEYS }, /must be a folder, or the address of a bucket/],
    [{ IMAGE_STORE: 'https://s3.example/100%', ...KEYS }, /must be a folder, or the address of a bucket/],
    [{ IMAGE_STORE: 's3://id:top-secret@bucket', ...KEYS }, /IMAGE_STORE must be an address that begins with http/],
    [{ IMAGE_HOSTS: 'media.lan:8080, http://x' }, /no host: http:\/\/x$/],
  ])('is refused where it is %j', (environment, said) => {
    expect(() => kept(environment)).toThrow(said);
    expect(() => kept(environment)).not.toThrow(/top-secret/);
  });
});
