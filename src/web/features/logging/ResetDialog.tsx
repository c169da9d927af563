import { useQueryClient } from '@tanstack/react-query';
import { logging, loggingReset, type PackageLevel } from '#contracts/logging.api.ts';
import { tell } from '#web/lib/messages.ts';
import { keyOf, thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { logging as words } from '#web/words/logging.ts';

interface Props {
  readonly row: PackageLevel;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a package gives up its own level. A refusal is said in the alert bar. */
export const ResetDialog = ({ row: { packageName }, opened, onClose }: Props) => {
  const queries = useQueryClient();
  const { mutate, isPending } = useSend(loggingReset, {
    ...thenClose(() => queries.invalidateQueries({ queryKey: keyOf(logging) }), onClose),
    onSuccess: ({ data }) => tell(words.wasReset(data.packageName, data.level), 'success'),
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={words.resetTitle}
      confirm={words.confirmReset}
      busy={isPending}
      onConfirm={() => mutate({ query: { packageName } })}
      onClose={onClose}
    >
      <p className={kit.question}>
        {words.resetAsk} <strong className={kit.code}>{packageName}</strong>? {words.resetMore}
      </p>
    </ConfirmDialog>
  );
};
