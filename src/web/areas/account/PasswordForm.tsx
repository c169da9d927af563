import { useEffect } from 'react';
import { changePassword } from '#contracts/account.api.ts';
import { PasswordField } from '#web/areas/public/PasswordField.tsx';
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
import { passwordProblems } from './rules.ts';

const words = account.password;
const EMPTY = { ...PROOF, password: '', confirmPassword: '' };

interface Props {
  readonly email: string;
  readonly onChanged: () => void;
}

/** A new password, typed twice; the current one and the code are asked for once the server wants it. */
export const PasswordForm = ({ email, onChanged }: Props) => {
  const proof = useProof();
  const form = useForm({
    first: EMPTY,
    rules: (typed) => ({
      ...passwordProblems(typed, proof.wanted.includes('currentPassword')),
      ...proof.problems(typed),
    }),
    reasons: PROOF_REASONS,
    send: ({ password, confirmPassword, ...typed }) =>
      call(changePassword, { body: { email, password, confirmPassword, ...proof.given(typed) } }),
    onSaved: (result) => {
      tellOf(result);
      onChanged();
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
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <ProofFields form={form} wanted={proof.wanted} />
      <PasswordField {...form.text('password')} label={words.password} autoComplete="new-password" />
      <PasswordField {...form.text('confirmPassword')} label={words.confirm} autoComplete="new-password" />
      <BusyButton type="submit" size="md" busy={form.busy}>
        {words.submit}
      </BusyButton>
      <LeaveQuestion leaving={leaving} />
    </Form>
  );
};
