import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { userToken } from '#contracts/account.api.ts';
import { isEmail } from '#contracts/email.ts';
import { confirmAddress } from '#contracts/link.api.ts';
import { keyOf, messageOf, useSend } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { FixedEmail } from './FixedEmail.tsx';
import { LinkRefused } from './LinkRefused.tsx';

const words = auth.confirm;

/** Where the link leads by which an address is confirmed: at a press, since programs open what stands in mail too. */
export const ConfirmPage = () => {
  const { email = '', link = '' } = useSearch({ from: '/public/confirm' });
  const queries = useQueryClient();
  // The token works from now on.
  const onSuccess = () => queries.resetQueries({ queryKey: keyOf(userToken) });
  const confirm = useSend(confirmAddress, { onSuccess });
  const { error, isSuccess, isPending } = confirm;
  const isRefused = !isEmail(email) || link === '' || error?.reason === 'link_invalid';
  const onward = <Link to="/token">{words.onward}</Link>;
  return (
    <div className={styles.card}>
      <PageHeader title={words.title} />
      {isSuccess && (
        <p className={styles.note} role="status">
          {words.done} {onward}
        </p>
      )}
      {!isSuccess && isRefused && <LinkRefused text={words.refused}>{onward}</LinkRefused>}
      {!isSuccess && !isRefused && (
        <div className={styles.form}>
          <FixedEmail email={email} />
          {error && (
            <p className={styles.note} data-tone="warning" role="alert">
              {messageOf(error).text}
            </p>
          )}
          <BusyButton size="md" busy={isPending} onClick={() => confirm.mutate({ body: { email, link } })}>
            {words.submit}
          </BusyButton>
        </div>
      )}
    </div>
  );
};
