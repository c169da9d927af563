import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { askDeletion } from '#contracts/own-data.api.ts';
import { PasswordField } from '#web/areas/public/PasswordField.tsx';
import { call } from '#web/lib/call.ts';
import { stamp } from '#web/lib/dates.ts';
import { tell } from '#web/lib/messages.ts';
import { tellOf } from '#web/lib/query.ts';
import { dropSession } from '#web/lib/session.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { account } from '#web/words/account.ts';
import { leaving } from '#web/words/leaving.ts';
import styles from './Account.module.css';

const words = leaving.remove;

const problemsOf = ({ password }: { readonly password: string }) =>
  password === '' ? { password: account.password.passwordRequired } : {};

const Ask = ({ email, onClose }: { readonly email: string; readonly onClose: () => void }) => {
  const navigate = useNavigate();
  const form = useForm({
    first: { password: '' },
    rules: problemsOf,
    reasons: { recent_sign_in_needed: 'password' } as const,
    send: ({ password }) => call(askDeletion, { body: { password } }),
    onSaved: async ({ data: { deleteAt } }) => {
      dropSession();
      await navigate({ to: '/login', replace: true });
      if (deleteAt !== null) tell(words.done(stamp(deleteAt)), 'success');
    },
    onRest: tellOf,
  });
  return (
    <Form form={form}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.text('password')} label={words.password} autoComplete="current-password" />
      <div className={kit.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {leaving.keep}
        </Button>
        <BusyButton type="submit" color="danger" busy={form.busy}>
          {words.confirm}
        </BusyButton>
      </div>
    </Form>
  );
};

/** The way out, with the password before it. */
export const DeleteAccount = ({ email }: { readonly email: string }) => {
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <section className={styles.section} aria-labelledby="delete">
      <h2 id="delete">{words.title}</h2>
      <p className={kit.muted}>{words.lead}</p>
      <Button className={styles.act} variant="default" c="danger" onClick={() => setOpened(true)}>
        {words.open}
      </Button>
      <Dialog opened={opened} title={words.title} firm onClose={close}>
        <p className={kit.question}>{words.question}</p>
        <p className={kit.muted}>{words.paid}</p>
        <Ask email={email} onClose={close} />
      </Dialog>
    </section>
  );
};
