import type { Static } from 'typebox';
import type { manager } from '#contracts/manager.api.ts';

/** What is to be cleared. */
export type Clearing =
  | { readonly kind: 'token'; readonly token: string; readonly email: string }
  | { readonly kind: 'pair'; readonly token: string; readonly ip: string }
  | { readonly kind: 'ip'; readonly ip: string };

/** The filter that finds exactly what would be cleared, whatever the page is filtered by. */
export const filterOf = (clearing: Clearing): { readonly token?: string; readonly ip?: string } => {
  if (clearing.kind === 'token') return { token: clearing.token };
  if (clearing.kind === 'ip') return { ip: clearing.ip };
  return { token: clearing.token, ip: clearing.ip };
};

type Counted = Pick<Static<(typeof manager)['reply']>, 'requestsByToken' | 'tokens'>;

/** How many requests an answer of the filter holds; `isMore` when the answer does not list every token. */
export const countIn = ({ requestsByToken, tokens }: Counted) => ({
  requests: requestsByToken.reduce((sum, { requests }) => sum + requests, 0),
  isMore: tokens > requestsByToken.length,
});
