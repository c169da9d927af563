import type { Role } from '#contracts/plans.api.ts';
import { FeatureRow } from '#web/features/features/FeatureRow.tsx';
import list from '#web/features/features/Features.module.css';
import { products } from '#web/words/products.ts';
import { featureOf, type ProductDraft } from './product-draft.ts';
import styles from './products.module.css';

const nothing = (): void => undefined;

interface Props {
  readonly draft: ProductDraft;
  readonly roles: readonly Role[];
}

/** The product as buyers will see it; nothing in it can be pressed. */
export const ProductPreview = ({ draft, roles }: Props) => {
  const feature = featureOf(draft, roles);
  return (
    <figure className={styles.preview}>
      <figcaption>{products.product.preview}</figcaption>
      {feature ? (
        <ul className={list.list} inert>
          <FeatureRow
            feature={feature}
            period={1}
            onPeriod={nothing}
            signedIn
            payments={{ off: false, test: false }}
            until={undefined}
            busy={false}
            onBuy={nothing}
            heading="h3"
            chosen={false}
          />
        </ul>
      ) : (
        <p className={styles.usage}>{products.product.previewPrice}</p>
      )}
    </figure>
  );
};
