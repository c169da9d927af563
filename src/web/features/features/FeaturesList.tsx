import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentMethod, payments } from '#contracts/billing.api.ts';
import { type Feature, features } from '#contracts/public.api.ts';
import { isExpired } from '#web/lib/expiry.ts';
import { choiceOf, type OfferSearch, searchOf } from '#web/lib/offer-search.ts';
import { useCall } from '#web/lib/query.ts';
import { useSession } from '#web/lib/session.ts';
import { EmptyState, Failed } from '#web/ui/EmptyState.tsx';
import { features as words } from '#web/words/features.ts';
import { currentPlans } from './current.ts';
import { FeatureRow } from './FeatureRow.tsx';
import styles from './Features.module.css';
import { keepChoice, keptChoice } from './kept-choice.ts';
import { usePurchase } from './usePurchase.ts';

interface Props {
  readonly search: OfferSearch;
  readonly here: '/' | '/features';
  /** The level of the products' names below the heading above the list. */
  readonly heading: 'h2' | 'h3';
}

const WAITING = ['one', 'two', 'three'];

/** How the site has to speak of payments; until that is known nothing stands in the way of trying. */
const usePaymentMethod = () => {
  const { data } = useCall(paymentMethod, undefined);
  return { off: data?.data.provider === 'none', test: data?.data.test === true };
};

/** What is paid for; a page that everybody sees does without it when it cannot be had. */
const useCurrentPlans = (token: string | null, offered: readonly Feature[]) => {
  const { data } = useCall(payments, undefined, { enabled: !isExpired(token) });
  return currentPlans(data?.data ?? [], offered, Date.now());
};

/** The products on sale. The chosen months stand in the address. */
export const FeaturesList = ({ search, here, heading }: Props) => {
  const { token } = useSession();
  const navigate = useNavigate();
  const { data, error, refetch, isFetching } = useCall(features, undefined);
  const method = usePaymentMethod();
  const plans = useCurrentPlans(token, data?.data ?? []);
  const { buy, isBusy } = usePurchase();
  const inAddress = choiceOf(search);
  const [kept] = useState(keptChoice);
  const first = inAddress ?? kept;
  const [periods, setPeriods] = useState<Readonly<Record<number, number>>>(first ? { [first.plan]: first.period } : {});

  const choose = (plan: number, period: number): void => {
    setPeriods({ ...periods, [plan]: period });
    keepChoice({ plan, period });
    if (token !== null)
      void navigate({ to: here, search: searchOf({ plan, period }), replace: true, resetScroll: false });
  };

  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={styles.box}>
        <ul className={styles.list} aria-busy="true" aria-label={words.title}>
          {WAITING.map((key) => (
            <li key={key} className={styles.row} aria-hidden="true" />
          ))}
        </ul>
      </div>
    );
  if (data.data.length === 0) return <EmptyState title={words.empty}>{words.emptyNext}</EmptyState>;
  return (
    <div className={styles.box}>
      <ul className={styles.list} data-stale={isFetching} aria-label={words.title}>
        {data.data.map((feature) => (
          <FeatureRow
            key={feature.idProduct}
            feature={feature}
            period={periods[feature.idProduct] ?? 1}
            onPeriod={(period) => choose(feature.idProduct, period)}
            signedIn={token !== null}
            payments={method}
            plan={plans.get(feature.idProduct)}
            busy={isBusy}
            onBuy={buy}
            heading={heading}
            chosen={here === '/features' && inAddress?.plan === feature.idProduct}
          />
        ))}
      </ul>
    </div>
  );
};
