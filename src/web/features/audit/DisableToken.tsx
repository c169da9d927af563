import { userChange } from '#contracts/users.api.ts';
import { tell } from '#web/lib/messages.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { mask } from '#web/ui/cut.ts';
import kit from '#web/ui/kit.module.css';
import { audit } from '#web/words/audit.ts';

const words = audit.clients;

interface Props {
  readonly idToken: number;
  readonly token: string;
  readonly opened: boolean;
  readonly onDisabled: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a token is disabled. A refusal is said in the alert bar. */
export const DisableToken = ({ idToken, token, opened, onDisabled, onClose }: Props) => {
  const { mutate, isPending } = useSend(userChange, {
    onSuccess: async () => {
      tell(words.disabled, 'success');
      await onDisabled();
    },
    onError: tellOf,
    onSettled: onClose,
  });
  const [ask, end] = words.disableAsk;
  return (
    <ConfirmDialog
      opened={opened}
      title={words.disableTitle}
      confirm={words.disable}
      danger
      busy={isPending}
      onConfirm={() => mutate({ body: { token: String(idToken), isValid: 0 } })}
      onClose={onClose}
    >
      <p className={kit.question}>
        {ask} <strong className={kit.code}>{mask(token)}</strong>
        {end}
      </p>
      <p className={kit.question}>{words.disableMore}</p>
    </ConfirmDialog>
  );
};
