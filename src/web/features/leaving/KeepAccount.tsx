import { useQueryClient } from '@tanstack/react-query';
import { keepAccount, ownDeletion } from '#contracts/own-data.api.ts';
import { stamp } from '#web/lib/dates.ts';
import { tellOf, useCall, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { leaving as words } from '#web/words/leaving.ts';
import styles from './KeepAccount.module.css';

/** Over every page of an account that is to be deleted: when, and the way to keep it. */
export const KeepAccount = () => {
  const queries = useQueryClient();
  // Whoever asks for it is signed out: it cannot begin while somebody looks.
  const { data } = useCall(ownDeletion, undefined, { staleTime: Number.POSITIVE_INFINITY });
  const keep = useSend(keepAccount, {
    onSuccess: (result) => {
      tellOf(result);
      // The token works again.
      return queries.resetQueries();
    },
    onError: tellOf,
  });
  const at = data?.data.deleteAt ?? null;
  if (at === null) return null;
  return (
    <section className={styles.leaving} aria-label={words.label}>
      <p>{words.when(stamp(at))}</p>
      <BusyButton busy={keep.isPending} onClick={() => keep.mutate(undefined)}>
        {words.keep}
      </BusyButton>
    </section>
  );
};
