import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { clientConfig } from './pool.ts';

/** What a connection to an address does about TLS. */
const tlsOf = (query: string): unknown => {
  const client = new pg.Client(clientConfig({ connectionString: `postgres://ann:secret@db/films${query}` }));
  return (client as unknown as { readonly connectionParameters: { readonly ssl: unknown } }).connectionParameters.ssl;
};

describe('sslmode of an address', () => {
  const warnings: Error[] = [];
  const hear = (warning: Error): void => void warnings.push(warning);
  afterEach(() => void process.off('warning', hear));

  it('means what libpq means by it, without a warning', async () => {
    process.on('warning', hear);
    const trusting = { rejectUnauthorized: false };
    expect([tlsOf(''), tlsOf('?sslmode=disable')]).toEqual([false, false]);
    for (const mode of ['prefer', 'require', 'no-verify'])
      expect([mode, tlsOf(`?sslmode=${mode}`)]).toEqual([mode, trusting]);
    expect(tlsOf('?sslmode=verify-full')).toEqual({});
    const own = `sslrootcert=${import.meta.filename}`;
    for (const mode of ['require', 'verify-ca'])
      expect(tlsOf(`?sslmode=${mode}&${own}`)).toEqual({
        ca: expect.any(String),
        checkServerIdentity: expect.any(Function),
      });
    expect(tlsOf(`?sslmode=verify-full&${own}`)).toEqual({ ca: expect.any(String) });
    expect(() => tlsOf('?sslmode=verify-ca')).toThrow('verify-ca requires');
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});
