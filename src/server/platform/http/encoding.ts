import Negotiator from 'negotiator';

export type Encoding = 'identity' | 'gzip' | 'br';

/** What we can send, and what we rather do where the caller takes either as gladly. */
const OFFERED = ['br', 'gzip', 'identity'] as const satisfies readonly Encoding[];

/** The library's types do not know yet how to say what is preferred. */
interface Preferring {
  encoding(offered: readonly Encoding[], options: { readonly preferred: readonly Encoding[] }): Encoding | undefined;
}

/** Choices that are kept, and how long a header may be for that: browsers send a handful of them. */
const CHOICES = 1000;
const LONGEST_KEPT = 100;
const choices = new Map<string, Encoding>();

/** The best encoding an Accept-Encoding header allows. What allows none gets the plain bytes. */
export const chooseEncoding = (header: string | undefined): Encoding => {
  if (!header) return 'identity';
  const known = choices.get(header);
  if (known) return known;
  const asking = new Negotiator({ headers: { 'accept-encoding': header } }) as unknown as Preferring;
  const choice = asking.encoding(OFFERED, { preferred: OFFERED }) ?? 'identity';
  if (header.length <= LONGEST_KEPT) {
    if (choices.size >= CHOICES) choices.clear();
    choices.set(header, choice);
  }
  return choice;
};
