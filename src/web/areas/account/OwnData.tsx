import { useMutation } from '@tanstack/react-query';
import { ownData } from '#contracts/own-data.api.ts';
import { fetchFile } from '#web/lib/fetch-file.ts';
import { clearTrouble, tell } from '#web/lib/messages.ts';
import { tellOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import kit from '#web/ui/kit.module.css';
import { leaving } from '#web/words/leaving.ts';
import styles from './Account.module.css';

const words = leaving.data;

/** All that is kept of the person, as a file. */
export const OwnData = () => {
  const file = useMutation({
    mutationFn: () => {
      clearTrouble();
      return fetchFile(ownData, {});
    },
    onSuccess: () => tell(words.done, 'success'),
    onError: tellOf,
  });
  return (
    <section className={styles.section} aria-labelledby="data">
      <h2 id="data">{words.title}</h2>
      <p className={kit.muted}>{words.lead}</p>
      <BusyButton className={styles.act} variant="default" busy={file.isPending} onClick={() => file.mutate()}>
        {words.download}
      </BusyButton>
    </section>
  );
};
