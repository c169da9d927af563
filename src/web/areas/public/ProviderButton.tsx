import { provider, providerBegin } from '#contracts/identity.api.ts';
import { tellOf, useCall, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { provider as words } from '#web/words/provider.ts';
import styles from './Auth.module.css';

/** The way to sign in by the provider, where the operator has set one up. `returnUrl` is the page to come to. */
export const ProviderButton = ({ returnUrl }: { readonly returnUrl: string | undefined }) => {
  const { data } = useCall(provider, undefined);
  const begin = useSend(providerBegin, {
    onSuccess: (result) => location.assign(result.data.url),
    onError: tellOf,
  });
  const name = data?.data.name ?? null;
  if (name === null) return null;
  return (
    <div className={styles.provider}>
      <p aria-hidden="true">{words.or}</p>
      <BusyButton
        size="md"
        variant="default"
        busy={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate({ body: returnUrl === undefined ? {} : { returnUrl } })}
      >
        {words.signIn(name)}
      </BusyButton>
    </div>
  );
};
