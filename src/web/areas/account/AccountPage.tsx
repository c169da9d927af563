import { useRef, useState } from 'react';
import { useSession } from '#web/lib/session.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { account } from '#web/words/account.ts';
import { shell } from '#web/words/shell.ts';
import styles from './Account.module.css';
import { DeleteAccount } from './DeleteAccount.tsx';
import { EmailForm } from './EmailForm.tsx';
import { Identities } from './Identities.tsx';
import { OwnData } from './OwnData.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';

const words = account.password;

/** The own account: the address, the way to another one and another password, and the sessions. */
export const AccountPage = () => {
  const { user } = useSession();
  const [changes, setChanges] = useState(0);
  const [asked, setAsked] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  if (user === null) return null;

  const changed = (): void => {
    setChanges(changes + 1);
    heading.current?.focus();
  };
  return (
    <>
      <PageHeader title={shell.pages.account} />
      <dl className={styles.facts}>
        <dt>{words.email}</dt>
        <dd>
          <CopyText value={user.email} label={words.copied} />
        </dd>
      </dl>
      <section className={styles.section} aria-labelledby="password">
        <h2 id="password" ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <p className={kit.muted}>{words.lead}</p>
        <PasswordForm key={changes} email={user.email} onChanged={changed} />
      </section>
      <section className={styles.section} aria-labelledby="address">
        <h2 id="address">{account.email.title}</h2>
        <p className={kit.muted}>{account.email.lead}</p>
        <EmailForm key={asked} onAsked={() => setAsked(asked + 1)} />
      </section>
      <SecondFactor />
      <Identities />
      <Sessions key={`sessions ${changes}`} />
      <OwnData />
      <DeleteAccount email={user.email} />
    </>
  );
};
