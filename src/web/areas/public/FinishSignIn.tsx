import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { providerCode, providerFinish } from '#contracts/identity.api.ts';
import type { SignedIn } from '#contracts/session.ts';
import { broughtBack } from '#web/lib/brought-back.ts';
import { CallFailed, call } from '#web/lib/call.ts';
import { enter } from '#web/lib/enter.ts';
import { tell } from '#web/lib/messages.ts';
import { saidOf } from '#web/lib/query.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { useForm } from '#web/ui/form/useForm.ts';
import kit from '#web/ui/kit.module.css';
import { auth } from '#web/words/auth.ts';
import { provider as words } from '#web/words/provider.ts';
import styles from './Auth.module.css';
import { LinkRefused } from './LinkRefused.tsx';

interface Props {
  readonly onEntered: (session: SignedIn) => void;
}

const entering = (session: SignedIn, onEntered: Props['onEntered']): void => {
  if (enter(session)) onEntered(session);
  else tell(auth.noContact, 'danger');
};

/** The code of a second factor, after the provider has let somebody in. */
const Code = ({ state, onEntered }: Props & { readonly state: string }) => {
  const form = useForm({
    first: { code: '' },
    rules: ({ code }) => (code.trim() === '' ? { code: auth.login.codeRequired } : {}),
    labels: { code: auth.login.code },
    reasons: { second_factor_wrong: 'code' },
    send: ({ code }) => call(providerCode, { body: { state, code } }),
    onSaved: ({ data }) => entering(data, onEntered),
    onRest: (failed) => tell(saidOf(failed) ?? auth.noContact, 'danger'),
  });
  useEffect(() => form.focus('code'), []);
  return (
    <>
      <p className={kit.muted}>{words.codeLead}</p>
      <Form form={form} className={styles.form}>
        <TextInput
          {...form.text('code')}
          size="md"
          label={auth.login.code}
          description={auth.login.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <BusyButton type="submit" size="md" busy={form.busy}>
          {words.continue}
        </BusyButton>
      </Form>
    </>
  );
};

/** Goes on with what the provider has sent back, once. */
export const FinishSignIn = ({
  said,
  onEntered,
  onLeave,
}: Props & { readonly said: string; readonly onLeave: () => void }) => {
  const answer = broughtBack(said);
  const [refused, setRefused] = useState<string | null>(null);
  const [wantsCode, setWantsCode] = useState(false);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    call(providerFinish, { body: answer }).then(
      ({ data: { session } }) => {
        if (session === null) setWantsCode(true);
        else entering(session, onEntered);
      },
      (error: unknown) => setRefused((error instanceof CallFailed ? saidOf(error) : null) ?? auth.noContact),
    );
  });
  if (wantsCode) return <Code state={answer.state} onEntered={onEntered} />;
  if (refused === null) return <p role="status">{words.coming}</p>;
  return (
    <LinkRefused text={refused}>
      <Link to="/login" onClick={onLeave}>
        {words.back}
      </Link>
    </LinkRefused>
  );
};
