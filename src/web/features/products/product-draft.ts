import type { Product } from '#contracts/plans.api.ts';
import type { Feature } from '#contracts/public.api.ts';
import { price as priceText } from '#web/lib/price.ts';
import { forms } from '#web/words/forms.ts';
import { products } from '#web/words/products.ts';

const words = products.product;

/** What is typed while a product is made or changed. Roles are their ids, as the list of choices has them. */
export interface ProductDraft {
  readonly name: string;
  readonly description: string;
  readonly notice: string;
  readonly priority: string;
  readonly price: string;
  readonly period: string;
  readonly role: readonly string[];
  readonly active: boolean;
}

type ProductProblems = Readonly<Partial<Record<keyof ProductDraft, string>>>;

const NEW: ProductDraft = {
  name: '',
  description: '',
  notice: '',
  priority: '0',
  price: '',
  period: '31',
  role: [],
  active: false,
};

const CENTS = 2;

/** A new product's draft when there is none yet. */
export const draftOf = (product: Product | null): ProductDraft =>
  product === null
    ? NEW
    : {
        name: product.name,
        description: product.description,
        notice: product.notice,
        priority: String(product.priority),
        price: product.price.toFixed(CENTS),
        period: String(product.period),
        role: product.role.map(({ idRol }) => String(idRol)),
        active: product.active === 1,
      };

/** Euros as they are typed, with a point or a comma before the cents; NaN for what could mean something else. */
export const eurosOf = (text: string): number =>
  /^\d+(?:[.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** A price as it is told; what is none, as it was typed. */
export const pricedAs = (text: string): string => {
  const euros = eurosOf(text);
  return Number.isNaN(euros) ? text : priceText(euros);
};

const wholeOf = (text: string): number => (/^-?\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

const named = (field: keyof typeof words.fields, said: string): string => `${words.fields[field]} ${said}`;

/** What is missing, or cannot be sent as a number, all at once; everything else the server judges. */
export const draftProblems = ({ name, price, period, priority }: ProductDraft): ProductProblems => ({
  ...(name.trim() === '' && { name: named('name', forms.required) }),
  ...(Number.isNaN(wholeOf(priority)) && { priority: named('priority', words.noNumber) }),
  ...(Number.isNaN(eurosOf(price)) && { price: named('price', words.noPrice) }),
  ...(Number.isNaN(wholeOf(period)) && { period: named('period', words.noNumber) }),
});

/** The product as it is sent. */
export const bodyOf = (draft: ProductDraft, product: Product | null) => ({
  ...(product && { idProduct: product.idProduct, version: product.version }),
  name: draft.name.trim(),
  description: draft.description.trim(),
  notice: draft.notice.trim(),
  priority: wholeOf(draft.priority),
  price: eurosOf(draft.price),
  period: wholeOf(draft.period),
  role: draft.role.map((idRol) => ({ idRol: Number(idRol) })),
  active: draft.active ? 1 : 0,
});

/** How many active payments a new price concerns; 0 when the price stays. */
export const concernedBy = ({ price }: ProductDraft, product: Product | null): number => {
  const euros = eurosOf(price);
  return product === null || Number.isNaN(euros) || euros === product.price ? 0 : product.activePayments;
};

interface Granting {
  readonly idRol: number;
  readonly requests: number;
}

/** The product as the first page would show it; null as long as it has no price. */
export const featureOf = (draft: ProductDraft, roles: readonly Granting[]): Feature | null => {
  const price = eurosOf(draft.price);
  if (Number.isNaN(price)) return null;
  const granted = roles.filter(({ idRol }) => draft.role.includes(String(idRol))).map(({ requests }) => requests);
  return {
    idProduct: 0,
    name: draft.name.trim() || words.previewName,
    description: draft.description,
    notice: draft.notice,
    price,
    requests: Math.max(0, ...granted),
  };
};
