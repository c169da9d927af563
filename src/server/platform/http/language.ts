import Negotiator from 'negotiator';
import type { RouteShape } from '#contracts/endpoint.ts';
import { languageTag } from '#server/kernel/language.ts';
import type { Answer } from './answer.ts';

/** Headers that are kept as they were read, and how long one may be for that: browsers send a handful of them. */
const KEPT = 1000;
const LONGEST_KEPT = 100;
const kept = new Map<string, string>();

/** The language that an Accept-Language header likes best; empty where it names none. */
export const languageLiked = (header: string | undefined): string => {
  if (!header) return '';
  const known = kept.get(header);
  if (known !== undefined) return known;
  const liked = new Negotiator({ headers: { 'accept-language': header } }).languages();
  const best = liked.map(languageTag).find((tag) => tag !== null) ?? '';
  if (header.length <= LONGEST_KEPT) {
    if (kept.size >= KEPT) kept.clear();
    kept.set(header, best);
  }
  return best;
};

/** The language an answer is to be told in: what the query says, else what the header likes best; empty for none. */
export const languageAsked = (
  told: NonNullable<RouteShape['told']>,
  query: Readonly<Record<string, unknown>>,
  header: string | undefined,
): string => {
  const said = query[told.parameter];
  if (typeof said === 'string') return languageTag(said) ?? '';
  return told.byHeader ? languageLiked(header) : '';
};

type Made = Exclude<Answer, { readonly as: 'redirect' | 'foreign' }>;

/** The answer with what says which language it is told in, and whether a header has had a part in that. */
export const tellingLanguage = (answer: Made, language: string, byHeader: boolean): Made => {
  if (answer.as === 'rendered') return answer;
  const headers = {
    ...answer.headers,
    ...(language && { 'Content-Language': language }),
    ...(byHeader && { Vary: 'Accept-Language' }),
  };
  return { ...answer, headers };
};
