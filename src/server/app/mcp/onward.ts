import type { FastifyInstance } from 'fastify';
import { mcp } from '#contracts/undocumented.ts';
import type { Call } from '#server/platform/http/route.ts';

/** An answer of the data API. */
export interface Onward {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What of a request says who its caller is. */
const KEPT = ['authorization', 'x-api-key', 'user-agent', 'accept-language', 'host'];

const keptOf = (headers: Call['headers']): Record<string, string> =>
  Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** Redirections that are followed: a padded id may lead to one that was merged. */
const MOST_MOVES = 3;

/**
 * Calls the data API within this process, in the name of whoever has sent `call`: what they may ask, what it costs them and
 * what is written down of it is what it would be if they had called it themselves.
 */
export const createOnward =
  (app: () => Pick<FastifyInstance, 'inject'>) =>
  async (address: string, { headers, ip }: Pick<Call, 'headers' | 'ip'>): Promise<Onward> => {
    // The audit shows by the referrer which door a call came through.
    const asked = { 'user-agent': '', ...keptOf(headers), accept: 'application/json', referer: mcp.path };
    for (let url = address, moves = 0; ; moves += 1) {
      const answer = await app().inject({ method: 'GET', url, headers: asked, remoteAddress: ip });
      const { location } = answer.headers;
      if (answer.statusCode === 308 && location !== undefined && moves < MOST_MOVES) {
        url = String(location);
        continue;
      }
      const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
      return { status: answer.statusCode, headers: Object.fromEntries(told), body: answer.body };
    }
  };
