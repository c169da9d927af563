import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface S3Server {
  readonly origin: string;
  /** Where a bucket's objects lie as files, by its name. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** The keys that it knows. */
export const S3_KEYS = { keyId: 'S3RVER', secret: 'S3RVER' };

/** An S3 server on loopback that checks the signatures of those who call it. */
export const startS3 = async (buckets: readonly string[]): Promise<S3Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'kinodex-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder, allowMismatchedSignatures: false },
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  const { port } = await server.run();
  return {
    ...{ folder, origin: `http://127.0.0.1:${port}` },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
