import { MAX_PERIOD } from '#contracts/billing.api.ts';

/** What the address of a page with the features list may say. */
export interface OfferSearch {
  /** The provider's name of an order: the browser comes back from paying. */
  readonly token?: string;
  /** There, with whatever value: it comes back without having paid. */
  readonly cancel?: string;
  /** The product and the months that were chosen. */
  readonly plan?: string;
  readonly period?: string;
  /** `features`: the landing page moves to its list. */
  readonly show?: string;
}

const KEYS = ['token', 'cancel', 'plan', 'period', 'show'] as const satisfies readonly (keyof OfferSearch)[];

/** Keeps what is ours; what a provider adds for itself goes. */
export const parseOffer = (search: Readonly<Record<string, unknown>>): OfferSearch =>
  Object.fromEntries(KEYS.flatMap((key) => (typeof search[key] === 'string' ? [[key, search[key]]] : [])));

export interface PaymentReturn {
  readonly outcome: 'success' | 'cancel';
  readonly order: string;
}

/** What the browser came back with; where `cancel` stands it decides. */
export const returnOf = ({ token, cancel }: OfferSearch): PaymentReturn | null => {
  if (token === undefined || !/^[\w-]{1,100}$/.test(token)) return null;
  return { outcome: cancel === undefined ? 'success' : 'cancel', order: token };
};

/** Whether an address says that the browser comes back from paying, whether or not it can be told from which payment. */
export const hasReturn = ({ token, cancel }: OfferSearch): boolean => token !== undefined || cancel !== undefined;

/** The same address once the return has been taken care of; the router hands on what is not ours, and that goes as well. */
export const withoutReturn = (search: OfferSearch): OfferSearch => {
  const { token: _, cancel: __, ...rest } = parseOffer({ ...search });
  return rest;
};

export interface Choice {
  readonly plan: number;
  /** Months, 1 to 12. */
  readonly period: number;
}

/** The chosen product and months; a period that cannot be bought counts as one month. */
export const choiceOf = ({ plan, period }: OfferSearch): Choice | null => {
  const [product, months] = [Number(plan ?? 0), Number(period ?? 1)];
  if (!Number.isInteger(product) || product < 1) return null;
  const fits = Number.isInteger(months) && months >= 1 && months <= MAX_PERIOD;
  return { plan: product, period: fits ? months : 1 };
};

export const searchOf = ({ plan, period }: Choice): OfferSearch => ({ plan: String(plan), period: String(period) });
