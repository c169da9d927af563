import type { Static } from 'typebox';
import type { Award } from '#contracts/catalog.ts';

type Given = Pick<Static<typeof Award>, 'award' | 'outcome'>;

/** The prizes that are named, the first that there is, each by one of its kind. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/^(?:academy awards?(?:, usa)?|oscars?)$/i, 'Oscar'],
  [/^primetime emmy(?: award)?s?$/i, 'Primetime Emmy'],
  [/^bafta(?: (?:film|television|tv))? awards?$/i, 'BAFTA Award'],
  [/^golden globes?(?: awards?)?(?:, usa)?$/i, 'Golden Globe'],
];

const several = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const countOf = (awards: readonly Given[], outcome: Given['outcome']): number =>
  awards.filter((one) => one.outcome === outcome).length;

const namedOf = (awards: readonly Given[]): string | null => {
  const kinds = NAMED.map(([name, one]) => ({ one, of: awards.filter(({ award }) => name.test(award)) }));
  const won = kinds.find(({ of }) => countOf(of, 'WON') > 0);
  if (won) return `Won ${several(countOf(won.of, 'WON'), won.one)}. `;
  const [nominated] = kinds.filter(({ of }) => of.length > 0);
  return nominated ? `Nominated for ${several(nominated.of.length, nominated.one)}. ` : null;
};

/** What was won and nominated as one sentence; null where nothing is known. */
export const awardsOf = (awards: readonly Given[]): string | null => {
  const [wins, nominations] = [countOf(awards, 'WON'), countOf(awards, 'NOMINATED')];
  const counts = [wins > 0 && several(wins, 'win'), nominations > 0 && several(nominations, 'nomination')];
  const told = counts.filter((one) => one !== false);
  return told.length === 0 ? null : `${namedOf(awards) ?? ''}${told.join(' & ')} total`;
};
