import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isEmail } from '#contracts/email.ts';
import type { HandedLink } from '#contracts/link.api.ts';
import { userEmailLink } from '#contracts/own.api.ts';
import { call } from '#web/lib/call.ts';
import { stamp } from '#web/lib/dates.ts';
import { tellOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { users } from '#web/words/users.ts';

const words = users.emailLink;

const problemsOf = ({ newEmail }: { readonly newEmail: string }) =>
  isEmail(newEmail.trim()) ? {} : { newEmail: newEmail.trim() === '' ? users.emailRequired : users.emailInvalid };

interface AskProps {
  readonly email: string;
  readonly onMade: (made: HandedLink) => void;
}

const Ask = ({ email, onMade }: AskProps) => {
  const form = useForm({
    first: { newEmail: '' },
    rules: problemsOf,
    reasons: { email_taken: 'newEmail' } as const,
    send: ({ newEmail }) => call(userEmailLink, { body: { email, newEmail: newEmail.trim() } }),
    onSaved: ({ data }) => onMade(data),
    onRest: tellOf,
  });
  return (
    <Form form={form}>
      <TextInput {...form.text('newEmail')} label={words.field} type="email" autoComplete="off" maxLength={254} />
      <div className={kit.dialogActions}>
        <BusyButton type="submit" busy={form.busy}>
          {words.make}
        </BusyButton>
      </div>
    </Form>
  );
};

/** Makes a link by which the user takes on another address, and shows it this once. */
export const EmailLink = ({ email }: { readonly email: string }) => {
  const [opened, setOpened] = useState(false);
  const [made, setMade] = useState<HandedLink | null>(null);
  const close = (): void => {
    setOpened(false);
    setMade(null);
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {words.open}
      </Button>
      <Dialog opened={opened} title={words.title} firm onClose={close}>
        <p className={kit.question}>
          {made ? words.hand : words.lead} <strong dir="auto">{email}</strong>
        </p>
        {made ? (
          <>
            <p>
              <CopyText value={made.link} label="link" />
            </p>
            <p className={kit.muted}>{words.note(stamp(made.endsAt))}</p>
          </>
        ) : (
          <Ask email={email} onMade={setMade} />
        )}
      </Dialog>
    </>
  );
};
