import type { ReactNode } from 'react';
import type { Role } from '#contracts/plans.api.ts';
import type { Feature } from '#contracts/public.api.ts';
import { products } from '#web/words/products.ts';
import { featureOf, type ProductDraft } from './product-draft.ts';
import styles from './products.module.css';

interface Props {
  readonly draft: ProductDraft;
  readonly roles: readonly Role[];
  /** How the site shows a product for sale. */
  readonly show: (feature: Feature) => ReactNode;
}

/** What the draft will look like for sale. */
export const ProductPreview = ({ draft, roles, show }: Props) => {
  const feature = featureOf(draft, roles);
  return (
    <figure className={styles.preview}>
      <figcaption>{products.product.preview}</figcaption>
      {feature ? show(feature) : <p className={styles.usage}>{products.product.previewPrice}</p>}
    </figure>
  );
};
