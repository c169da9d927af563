import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEmail } from '#contracts/email.ts';
import type { Reply } from '#contracts/endpoint.ts';
import { userInvite, users } from '#contracts/roster.api.ts';
import { SIGN_IN_ROLES } from '#contracts/session.ts';
import { call } from '#web/lib/call.ts';
import { stamp } from '#web/lib/dates.ts';
import { keyOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { LeaveQuestion } from '#web/ui/form/LeaveQuestion.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import { useLeaving } from '#web/ui/form/useLeaving.ts';
import { useWithinDialog } from '#web/ui/form/within.ts';
import kit from '#web/ui/kit.module.css';
import { roster } from '#web/words/roster.ts';
import styles from './roster.module.css';

const words = roster.invite;
type Invited = Reply<typeof userInvite>;

interface Props {
  readonly opened: boolean;
  /** Whom to invite, where somebody is chosen already. */
  readonly email: string;
  readonly onClose: () => void;
}

/** What has become of it: the link is shown this once, or is on its way. */
const Made = ({ email, link, endsAt, onClose }: Invited & Pick<Props, 'onClose'>) => (
  <>
    {link === null ? (
      <p className={kit.question}>{words.mailed(email)}</p>
    ) : (
      <>
        <p className={kit.question}>
          {words.hand} <strong dir="auto">{email}</strong>
        </p>
        <p>
          <CopyText value={link} label="link" />
        </p>
      </>
    )}
    {link !== null && <p className={kit.muted}>{words.note(stamp(endsAt))}</p>}
    <div className={kit.dialogActions}>
      <Button data-autofocus onClick={onClose}>
        {words.done}
      </Button>
    </div>
  </>
);

interface AskingProps {
  readonly email: string;
  readonly onMade: (made: Invited) => void;
  readonly onLeave: () => void;
}

const Asking = ({ email, onMade, onLeave }: AskingProps) => {
  const form = useForm({
    first: { email, role: 'USER' },
    labels: { email: words.email, role: words.role },
    reasons: { email_taken: 'email' },
    rules: (typed) => {
      const wanted = typed.email.trim();
      if (wanted === '') return { email: words.emailRequired };
      return isEmail(wanted) ? {} : { email: words.emailInvalid };
    },
    send: (typed) =>
      call(userInvite, {
        body: { email: typed.email.trim(), role: typed.role === 'ADMIN' ? 'ADMIN' : 'USER' },
      }),
    onSaved: ({ data }) => onMade(data),
  });
  const leaving = useLeaving(form, onLeave);
  useWithinDialog(leaving);
  return (
    <>
      <Form form={form}>
        <div className={styles.form}>
          <TextInput {...form.text('email')} label={words.email} type="email" autoComplete="off" data-autofocus />
          <NativeSelect
            {...form.text('role')}
            label={words.role}
            data={SIGN_IN_ROLES.map((value) => ({ value, label: roster.roles[value] }))}
          />
          <p className={kit.muted}>{words.hint}</p>
        </div>
        {form.rest !== null && <p role="alert">{form.rest}</p>}
        <div className={kit.dialogActions}>
          <Button variant="default" onClick={leaving.leave}>
            {words.cancel}
          </Button>
          <BusyButton type="submit" busy={form.busy}>
            {words.submit}
          </BusyButton>
        </div>
      </Form>
      <LeaveQuestion leaving={leaving} />
    </>
  );
};

const Inviting = ({ email, onClose }: Pick<Props, 'email' | 'onClose'>) => {
  const queries = useQueryClient();
  const [made, setMade] = useState<Invited | null>(null);
  if (made !== null) return <Made {...made} onClose={onClose} />;
  return (
    <Asking
      email={email}
      onLeave={onClose}
      onMade={(answer) => {
        setMade(answer);
        void queries.invalidateQueries({ queryKey: keyOf(users) });
      }}
    />
  );
};

/** Makes a user who chooses a password by a link. */
export const InviteDialog = ({ opened, email, onClose }: Props) => (
  <FormDialog opened={opened} title={words.title} size={560} onClose={onClose}>
    <Inviting email={email} onClose={onClose} />
  </FormDialog>
);
