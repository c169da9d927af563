import type { Feature } from '#contracts/public.api.ts';
import { FeatureRow } from './FeatureRow.tsx';
import styles from './Features.module.css';

const nothing = (): void => undefined;

/** A product as buyers will see it; nothing in it can be pressed. */
export const FeaturePreview = ({ feature }: { readonly feature: Feature }) => (
  <div className={styles.box} inert>
    <ul className={styles.list}>
      <FeatureRow
        feature={feature}
        period={1}
        onPeriod={nothing}
        signedIn
        payments={{ off: false, test: false }}
        plan={undefined}
        busy={false}
        onBuy={nothing}
        heading="h3"
        chosen={false}
      />
    </ul>
  </div>
);
