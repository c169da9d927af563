import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { identities } from '#contracts/identity.api.ts';
import { askDeletion } from '#contracts/own-data.api.ts';
import { PasswordField } from '#web/areas/public/PasswordField.tsx';
import { call } from '#web/lib/call.ts';
import { stamp } from '#web/lib/dates.ts';
import { tell } from '#web/lib/messages.ts';
import { tellOf, useCall } from '#web/lib/query.ts';
import { dropSession } from '#web/lib/session.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { account } from '#web/words/account.ts';
import { leaving } from '#web/words/leaving.ts';
import styles from './Account.module.css';
import { PROOF, PROOF_REASONS, ProofFields, useProof } from './Proof.tsx';

const words = leaving.remove;

const Ask = ({ email, onClose }: { readonly email: string; readonly onClose: () => void }) => {
  const navigate = useNavigate();
  const proof = useProof();
  const hasPassword = useCall(identities, undefined).data?.data.hasPassword !== 0;
  const form = useForm({
    first: { password: '', ...PROOF },
    rules: ({ password, ...typed }) => ({
      ...(hasPassword && password === '' && { password: account.password.passwordRequired }),
      ...proof.problems(typed),
    }),
    reasons: { ...PROOF_REASONS, recent_sign_in_needed: 'password' } as const,
    send: ({ password, ...typed }) =>
      call(askDeletion, { body: { ...(hasPassword && { password }), ...proof.given(typed) } }),
    onSaved: async ({ data: { deleteAt } }) => {
      dropSession();
      await navigate({ to: '/login', replace: true });
      if (deleteAt !== null) tell(words.done(stamp(deleteAt)), 'success');
    },
    // The password has a field from the start.
    onRefused: (failed) => failed.reason === 'code_needed' && proof.onRefused(failed),
    onRest: tellOf,
  });
  useEffect(() => {
    if (proof.last) form.focus(proof.last);
  }, [proof.last]);
  return (
    <Form form={form}>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className={styles.proof}>
        {hasPassword && (
          <PasswordField {...form.text('password')} label={words.password} autoComplete="current-password" />
        )}
        <ProofFields form={form} wanted={proof.wanted} />
      </div>
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
