import { Button } from '@mantine/core';
import { useState } from 'react';
import { invalidateToken } from '#contracts/account.api.ts';
import { tell } from '#web/lib/messages.ts';
import { useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { invalidationMessage, type Outcome } from './invalidation.ts';

const words = account.invalidate;

interface Props {
  /** Null while it is on its way. */
  readonly token: string | null;
  /** Why it cannot be replaced: the id of the sentence that says so. */
  readonly refusedBy?: string | undefined;
  readonly onInvalidated: () => void;
}

/** The way to a new API token, with a question before it. */
export const InvalidateToken = ({ token, refusedBy, onInvalidated }: Props) => {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useSend(invalidateToken);

  const say = (outcome: Outcome): void => {
    const { text, tone } = invalidationMessage(outcome);
    tell(text, tone);
  };
  const run = (): void =>
    mutate(undefined, {
      onSuccess: ({ data }) => {
        say({ code: 200, data });
        onInvalidated();
      },
      onError: (failed) => say({ code: failed.status, data: failed.data }),
      onSettled: () => setAsking(false),
    });

  const off = token === null || refusedBy !== undefined;
  return (
    <>
      <Button
        variant="default"
        size="md"
        disabled={off}
        {...(!off && { c: 'danger' })}
        aria-describedby={refusedBy}
        onClick={() => setAsking(true)}
      >
        {words.open}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={words.title}
        confirm={words.confirm}
        danger
        busy={isPending}
        onConfirm={run}
        onClose={() => setAsking(false)}
      >
        <p className={styles.ask}>
          {words.ask[0]} <strong className={kit.code}>{token !== null && mask(token)}</strong> {words.ask[1]}
        </p>
        <p className={styles.ask}>{words.breaks}</p>
      </ConfirmDialog>
    </>
  );
};
