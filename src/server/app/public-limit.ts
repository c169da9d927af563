import type { FastifyRequest } from 'fastify';
import { publicSuggest, tryIt } from '#contracts/public.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { parseImdbId } from '#server/kernel/ids.ts';
import type { Configuration, Setting } from '#server/modules/configuration/configuration.service.ts';
import { whole } from '#server/modules/configuration/form.rules.ts';
import type { Carousels } from '#server/modules/search/carousel.service.ts';
import { createCount } from '#server/platform/counters/minutes.ts';
import { type Authenticate, type Caller, VISITOR } from '#server/platform/http/route.ts';

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
  {
    key: 'TRY_PER_DAY',
    value: '200',
    description:
      'Calls a day for records outside the carousels that one network address may try out on the landing page; 0: any number.',
    takes: whole(BOUNDS),
  },
  {
    key: 'SUGGEST_PER_MINUTE',
    value: '120',
    description: 'Suggestions a minute that one network address may ask for on the landing page; 0: any number.',
    takes: whole(BOUNDS),
  },
  {
    key: 'SUGGEST_PER_DAY',
    value: '2000',
    description: 'Suggestions a day that one network address may ask for on the landing page; 0: any number.',
    takes: whole(BOUNDS),
  },
];

const SPANS = {
  minute: { ms: 60_000, said: 'Too many calls within a minute from your network.' },
  day: { ms: 86_400_000, said: 'Too many calls within a day from your network. With an API token you can go on.' },
} as const;

interface PublicLimit {
  readonly configuration: Pick<Configuration, 'number'>;
  readonly carousels: Pick<Carousels, 'holds'>;
  readonly now: () => Date;
}

/**
 * Lets everybody in to what is public, and holds up networks that take more than their share of what is limited, whether
 * the answer is made, kept ready or a 304. Each node counts for itself.
 */
export const createPublicLimit = ({ configuration, carousels, now }: PublicLimit): Authenticate => {
  const limit = (key: string, span: keyof typeof SPANS) => {
    const { ms, said } = SPANS[span];
    const count = createCount(ms);
    return (address: string): void => {
      const most = configuration.number(key);
      const wait = most === 0 ? 0 : count(address, most, now().getTime());
      if (wait > 0) throw failure('too_many_tries', said, { headers: { 'Retry-After': String(wait) } });
    };
  };
  const calls = limit('PUBLIC_PER_MINUTE', 'minute');
  const tries = limit('TRY_PER_MINUTE', 'minute');
  const otherTries = limit('TRY_PER_DAY', 'day');
  const suggestions = [limit('SUGGEST_PER_MINUTE', 'minute'), limit('SUGGEST_PER_DAY', 'day')];

  /** Any record may be tried, but so few a day that a token is worth more. */
  const tried = async (imdbId: string, address: string): Promise<Caller> => {
    const id = parseImdbId(imdbId);
    if (id && !(await carousels.holds(id.canonical))) otherTries(address);
    return VISITOR;
  };
  return ({ place, address, params }: Pick<FastifyRequest, 'place' | 'address' | 'params'>) => {
    if (!place?.area?.limited) return VISITOR;
    calls(address);
    if (place.path === publicSuggest.path) for (const suggestion of suggestions) suggestion(address);
    if (place.path !== tryIt.path) return VISITOR;
    tries(address);
    return tried((params as { readonly imdbId: string }).imdbId, address);
  };
};
