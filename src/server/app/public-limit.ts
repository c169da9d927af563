import type { FastifyRequest } from 'fastify';
import { tryIt } from '#contracts/public.api.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Configuration, Setting } from '#server/modules/configuration/configuration.service.ts';
import { whole } from '#server/modules/configuration/form.rules.ts';
import { createMinutes } from '#server/platform/counters/minutes.ts';
import { type Authenticate, VISITOR } from '#server/platform/http/route.ts';

const BOUNDS = { min: 0, max: 1_000_000 } as const;

export const PUBLIC_SETTINGS: readonly Setting[] = [
  {
    key: 'PUBLIC_PER_MINUTE',
    value: '600',
    description: 'Calls a minute under /api/public that one network address may make, pictures too; 0: any number.',
    takes: whole(BOUNDS),
  },
  {
    key: 'TRY_PER_MINUTE',
    value: '30',
    description: 'Calls a minute that one network address may try out on the landing page; 0: any number.',
    takes: whole(BOUNDS),
  },
];

interface PublicLimit {
  readonly configuration: Pick<Configuration, 'number'>;
  readonly now: () => Date;
}

/**
 * Lets everybody in to what is public, and holds up networks that take more than their share of what is limited, whether
 * the answer is made, kept ready or a 304. Each node counts for itself.
 */
export const createPublicLimit = ({ configuration, now }: PublicLimit): Authenticate => {
  const [calls, tries] = [createMinutes(), createMinutes()];
  const limit = (count: typeof calls, key: string, ip: string): void => {
    const most = configuration.number(key);
    const wait = most === 0 ? 0 : count(ip, most, now().getTime());
    if (wait > 0)
      throw failure('too_many_tries', 'Too many calls within a minute from your network.', {
        headers: { 'Retry-After': String(wait) },
      });
  };
  return ({ place, address }: Pick<FastifyRequest, 'place' | 'address'>) => {
    if (!place?.area?.limited) return VISITOR;
    limit(calls, 'PUBLIC_PER_MINUTE', address);
    if (place.path === tryIt.path) limit(tries, 'TRY_PER_MINUTE', address);
    return VISITOR;
  };
};
