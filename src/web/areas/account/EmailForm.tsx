import { useEffect } from 'react';
import { askEmail } from '#contracts/own.api.ts';
import { EmailField } from '#web/areas/public/EmailField.tsx';
import { call } from '#web/lib/call.ts';
import { tellOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { LeaveQuestion } from '#web/ui/form/LeaveQuestion.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { useLeaving } from '#web/ui/form/useLeaving.ts';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { PROOF, PROOF_REASONS, ProofFields, useProof } from './Proof.tsx';
import { emailProblems } from './rules.ts';

const words = account.email;
const EMPTY = { ...PROOF, email: '' };
const REASONS = { ...PROOF_REASONS, email_taken: 'email' } as const;

/** Another address; password and code are asked for once the server wants it. */
export const EmailForm = ({ onAsked }: { readonly onAsked: () => void }) => {
  const proof = useProof();
  const form = useForm({
    first: EMPTY,
    rules: (typed) => ({ ...emailProblems(typed, proof.wanted.includes('currentPassword')), ...proof.problems(typed) }),
    reasons: REASONS,
    send: ({ email, ...typed }) => call(askEmail, { body: { email: email.trim(), ...proof.given(typed) } }),
    onSaved: (result) => {
      tellOf(result);
      onAsked();
    },
    onRefused: proof.onRefused,
    onRest: tellOf,
  });
  useEffect(() => {
    if (proof.last) form.focus(proof.last);
  }, [proof.last]);

  const leaving = useLeaving(form);
  return (
    <Form form={form} className={styles.form}>
      <EmailField {...form.text('email')} label={words.field} autoComplete="email" />
      <ProofFields form={form} wanted={proof.wanted} />
      <BusyButton type="submit" size="md" variant="default" busy={form.busy}>
        {words.submit}
      </BusyButton>
      <LeaveQuestion leaving={leaving} />
    </Form>
  );
};
