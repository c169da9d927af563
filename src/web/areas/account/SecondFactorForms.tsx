import { Button, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import type { Reply } from '#contracts/endpoint.ts';
import { secondFactorBegin, secondFactorConfirm, secondFactorEnd } from '#contracts/factor.api.ts';
import { call } from '#web/lib/call.ts';
import { tellOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { CurrentPassword, useCurrentPassword } from './CurrentPassword.tsx';
import { QrCode } from './QrCode.tsx';

const words = account.factor;
const REASONS = { recent_sign_in_needed: 'currentPassword', second_factor_wrong: 'code' } as const;

/** A key that was just made. */
export type Shown = Reply<typeof secondFactorBegin>;

interface Leaving {
  readonly onLeave: () => void;
}

const code = { size: 'md', autoComplete: 'one-time-code', autoCapitalize: 'none', spellCheck: false } as const;
const Buttons = ({ busy, submit, onLeave }: Leaving & { readonly busy: boolean; readonly submit: string }) => (
  <div className={kit.row}>
    <BusyButton type="submit" size="md" busy={busy}>
      {submit}
    </BusyButton>
    <Button variant="default" size="md" onClick={() => !busy && onLeave()}>
      {words.cancel}
    </Button>
  </div>
);

/** Has a key made; the password is asked for once the server wants it. */
export const BeginFactor = ({ onShown, onLeave }: Leaving & { readonly onShown: (shown: Shown) => void }) => {
  const { needed, onRefused } = useCurrentPassword();
  const form = useForm({
    first: { currentPassword: '' },
    rules: ({ currentPassword }) =>
      needed && currentPassword === '' ? { currentPassword: account.password.currentRequired } : {},
    reasons: { recent_sign_in_needed: 'currentPassword' },
    send: ({ currentPassword }) => call(secondFactorBegin, { body: needed ? { currentPassword } : {} }),
    onSaved: ({ data }) => onShown(data),
    onRefused,
    onRest: tellOf,
  });
  useEffect(() => {
    if (needed) form.focus('currentPassword');
  }, [needed]);
  return (
    <Form form={form} className={styles.form}>
      <p>{words.beginLead}</p>
      {needed && <CurrentPassword {...form.text('currentPassword')} />}
      <Buttons busy={form.busy} submit={words.begin} onLeave={onLeave} />
    </Form>
  );
};

interface ConfirmProps extends Leaving {
  readonly shown: Shown;
  readonly onConfirmed: (codes: readonly string[]) => void;
}

/** The key, and the field for a first code of it. */
export const ConfirmFactor = ({ shown: { key, uri }, onConfirmed, onLeave }: ConfirmProps) => {
  const form = useForm({
    first: { code: '' },
    rules: (typed) => (typed.code.trim() === '' ? { code: words.codeRequired } : {}),
    labels: { code: words.code },
    reasons: { second_factor_wrong: 'code' },
    send: (typed) => call(secondFactorConfirm, { body: typed }),
    onSaved: ({ data }) => onConfirmed(data.recoveryCodes),
    onRest: tellOf,
  });
  useEffect(() => form.focus('code'), []);
  return (
    <Form form={form} className={styles.form}>
      <p>{words.scan}</p>
      <QrCode text={uri} label={words.qr} />
      <div>
        <p className={kit.muted}>{words.typeIn}</p>
        <CopyText value={key} label={words.key} />
      </div>
      <TextInput {...form.text('code')} {...code} label={words.code} inputMode="numeric" />
      <Buttons busy={form.busy} submit={words.confirm} onLeave={onLeave} />
    </Form>
  );
};

/** Turns it off, with a code of it. */
export const EndFactor = ({ onEnded, onLeave }: Leaving & { readonly onEnded: () => void }) => {
  const { needed, onRefused } = useCurrentPassword();
  const form = useForm({
    first: { code: '', currentPassword: '' },
    rules: (typed) => ({
      ...(typed.code.trim() === '' && { code: words.codeRequired }),
      ...(needed && typed.currentPassword === '' && { currentPassword: account.password.currentRequired }),
    }),
    labels: { code: words.code },
    reasons: REASONS,
    send: ({ code: typed, currentPassword }) =>
      call(secondFactorEnd, { body: { code: typed, ...(needed && { currentPassword }) } }),
    onSaved: (result) => {
      tellOf(result);
      onEnded();
    },
    onRefused,
    onRest: tellOf,
  });
  useEffect(() => form.focus(needed ? 'currentPassword' : 'code'), [needed]);
  return (
    <Form form={form} className={styles.form}>
      <p>{words.endLead}</p>
      <TextInput {...form.text('code')} {...code} label={words.code} description={words.codeHint} />
      {needed && <CurrentPassword {...form.text('currentPassword')} />}
      <Buttons busy={form.busy} submit={words.turnOff} onLeave={onLeave} />
    </Form>
  );
};
