import { askToConfirm } from '#contracts/account.api.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';

const words = account.token;

/** Says what an address that is not confirmed means, and has the link sent again. `id` is that of the sentence. */
export const Unconfirmed = ({ id }: { readonly id: string }) => {
  const { mutate, isPending } = useSend(askToConfirm, { onSuccess: tellOf, onError: tellOf });
  return (
    <div className={styles.warning}>
      <p id={id} className={styles.ask}>
        {words.unconfirmed}
      </p>
      <BusyButton variant="default" busy={isPending} onClick={() => mutate(undefined)}>
        {words.sendAgain}
      </BusyButton>
    </div>
  );
};
