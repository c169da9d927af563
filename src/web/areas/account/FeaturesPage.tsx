import { useSearch } from '@tanstack/react-router';
import { FeaturesList } from '#web/features/features/FeaturesList.tsx';
import { usePaymentReturn } from '#web/features/features/usePaymentReturn.ts';
import { useShowChosen } from '#web/features/features/useShowChosen.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { features } from '#web/words/features.ts';

/** The features list for who is signed in, and where the payment provider sends the browser back to. */
export const FeaturesPage = () => {
  const search = useSearch({ from: '/user/features' });
  usePaymentReturn(search, '/features');
  const box = useShowChosen();
  return (
    <>
      <PageHeader title={features.title} />
      <div ref={box}>
        <FeaturesList search={search} here="/features" heading="h2" />
      </div>
    </>
  );
};
