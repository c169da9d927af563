import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { secondFactor } from '#contracts/factor.api.ts';
import { useCall } from '#web/lib/query.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import { LeaveQuestion } from '#web/ui/form/LeaveQuestion.tsx';
import { useLeaving } from '#web/ui/form/useLeaving.ts';
import kit from '#web/ui/kit.module.css';
import { account } from '#web/words/account.ts';
import styles from './Account.module.css';
import { BeginFactor, ConfirmFactor, EndFactor, type Shown } from './SecondFactorForms.tsx';

const words = account.factor;

const Codes = ({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) => {
  const [isKept, setIsKept] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  const leaving = useLeaving({ isDirty: !isKept, busy: false });
  // Not the button: the Enter that has sent the code would press it when it is held down.
  useEffect(() => said.current?.focus(), []);
  return (
    <>
      <p role="status" ref={said} tabIndex={-1}>
        {words.turnedOn}
      </p>
      <p className={kit.muted}>{words.codesLead}</p>
      <CopyText value={codes.join('\n')} label={words.codesCopied}>
        <span className={styles.codes}>
          {codes.map((code) => (
            <span key={code}>{code}</span>
          ))}
        </span>
      </CopyText>
      <div>
        <Button
          size="md"
          onClick={() => {
            setIsKept(true);
            onDone();
          }}
        >
          {words.kept}
        </Button>
      </div>
      <LeaveQuestion leaving={leaving} words={words} />
    </>
  );
};

type Step = 'off' | 'on' | 'begin' | 'end' | { readonly shown: Shown } | { readonly codes: readonly string[] };

/** Codes of an app beside the password: turning that on and off. */
export const SecondFactor = () => {
  const { data, error, refetch } = useCall(secondFactor, undefined, { staleTime: 0 });
  const [step, setStep] = useState<Exclude<Step, 'off' | 'on'> | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const state = data?.data;
  // What was pressed goes: who pressed it stays here.
  const goTo = (next: typeof step): void => {
    setStep(next);
    heading.current?.focus();
  };
  const rest = async (): Promise<void> => {
    await refetch();
    goTo(null);
  };
  const now: Step | null = step ?? (state === undefined ? null : state.isOn === 1 ? 'on' : 'off');
  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <h2 id="second-factor" ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p className={kit.muted}>{words.lead}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {now === null && !error && <span className={kit.skeleton} aria-hidden="true" />}
      {now === 'off' && (
        <div className={styles.form}>
          <div>
            <Button size="md" variant="default" onClick={() => goTo('begin')}>
              {words.turnOn}
            </Button>
          </div>
        </div>
      )}
      {now === 'on' && (
        <>
          <p>{words.isOn(state?.recoveryCodes ?? 0)}</p>
          <Button size="md" variant="default" c="danger" onClick={() => setStep('end')}>
            {words.turnOff}
          </Button>
        </>
      )}
      {now === 'begin' && <BeginFactor onShown={(shown) => setStep({ shown })} onLeave={() => void rest()} />}
      {now === 'end' && <EndFactor onEnded={() => void rest()} onLeave={() => void rest()} />}
      {typeof now === 'object' && now !== null && 'shown' in now && (
        <ConfirmFactor shown={now.shown} onConfirmed={(codes) => setStep({ codes })} onLeave={() => void rest()} />
      )}
      {typeof now === 'object' && now !== null && 'codes' in now && (
        <Codes codes={now.codes} onDone={() => void rest()} />
      )}
    </section>
  );
};
