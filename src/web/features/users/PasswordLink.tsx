import { userPasswordLink } from '#contracts/link.api.ts';
import { stamp } from '#web/lib/dates.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import kit from '#web/ui/kit.module.css';
import { users } from '#web/words/users.ts';

/** Makes a link by which the user chooses a new password, and shows it this once. */
export const PasswordLink = ({ email }: { readonly email: string }) => {
  const { mutate, data, isPending, reset } = useSend(userPasswordLink, { onError: tellOf });
  return (
    <>
      <BusyButton variant="default" busy={isPending} onClick={() => mutate({ body: { email } })}>
        {users.passwordLink.open}
      </BusyButton>
      <Dialog opened={data !== undefined} title={users.passwordLink.title} firm onClose={reset}>
        {data && (
          <>
            <p className={kit.question}>
              {users.passwordLink.lead} <strong dir="auto">{email}</strong>
            </p>
            <p>
              <CopyText value={data.data.link} label="link" />
            </p>
            <p className={kit.muted}>{users.passwordLink.note(stamp(data.data.endsAt))}</p>
          </>
        )}
      </Dialog>
    </>
  );
};
