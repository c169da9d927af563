import { Link, useSearch } from '@tanstack/react-router';
import { isEmail } from '#contracts/email.ts';
import { changeEmail } from '#contracts/own.api.ts';
import { messageOf, useSend } from '#web/lib/query.ts';
import { dropSession } from '#web/lib/session.ts';
import { stored } from '#web/lib/stored.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { auth } from '#web/words/auth.ts';
import styles from './Auth.module.css';
import { FixedEmail } from './FixedEmail.tsx';
import { LinkRefused } from './LinkRefused.tsx';

const words = auth.newAddress;

/** Where the link leads by which an account gets another address: at a press, since programs open what stands in mail too. */
export const NewAddressPage = () => {
  const { email = '', link = '' } = useSearch({ from: '/public/new-address' });
  const { mutate, error, data, isPending } = useSend(changeEmail, {
    // All sessions of the account have ended, this browser's too.
    onSuccess: ({ data: { former } }) => {
      if (stored().user?.email.toLowerCase() === former.toLowerCase()) dropSession();
    },
  });
  const isRefused = !isEmail(email) || link === '' || error?.reason === 'link_invalid';
  return (
    <div className={styles.card}>
      <PageHeader title={words.title} />
      {data && (
        <p className={styles.note} role="status">
          {words.done(data.data.former, data.data.email)} <Link to="/login">{auth.login.title}</Link>
        </p>
      )}
      {!data && isRefused && (
        <LinkRefused text={words.refused}>
          <Link to="/profile">{words.another}</Link>
        </LinkRefused>
      )}
      {!data && !isRefused && (
        <div className={styles.form}>
          <FixedEmail email={email} />
          <p>{words.lead}</p>
          {error && (
            <p className={styles.note} data-tone="warning" role="alert">
              {messageOf(error).text}
            </p>
          )}
          <BusyButton size="md" busy={isPending} onClick={() => mutate({ body: { email, link } })}>
            {words.submit}
          </BusyButton>
        </div>
      )}
    </div>
  );
};
