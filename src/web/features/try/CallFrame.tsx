import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from 'react';
import kit from '#web/ui/kit.module.css';
import { tryIt as words } from '#web/words/try-it.ts';
import { AnswerPanel } from './AnswerPanel.tsx';
import { CallField, type FieldProps, SuggestingField } from './CallField.tsx';
import styles from './CallFrame.module.css';
import type { Run } from './useRun.ts';
import type { Suggestions } from './useSuggested.ts';

interface Props {
  readonly label: string;
  readonly boxRef?: Ref<HTMLElement>;
  /** Takes the focus when something outside has sent a call. */
  readonly answerRef?: Ref<HTMLElement>;
  /** Above the request: how a program makes the call. */
  readonly sample: ReactNode;
  /** Before the field, what of the path is not typed. */
  readonly prefix?: ReactNode;
  readonly field: { readonly label: string; readonly value: string; readonly maxLength: number };
  readonly onType: (value: string) => void;
  /** What the field suggests, and what follows when one of it is chosen. */
  readonly suggesting?: { readonly suggestions: Suggestions; readonly onChoose: (imdbId: string) => void } | undefined;
  /** What is wrong with the field. */
  readonly problem: string | null;
  /** Below the request, where nothing is wrong with it. */
  readonly choices?: ReactNode;
  /** Nothing can be sent yet. */
  readonly waiting?: boolean;
  /** Sends what is set; false when the field is to be mended first. */
  readonly onSend: () => boolean;
  readonly answers: Run;
}

/** A console: one GET call of the API as it is sent, and its answer. */
export const CallFrame = ({ label, sample, prefix, field, problem, choices, waiting = false, ...rest }: Props) => {
  const { boxRef, answerRef, onType, suggesting, onSend, answers } = rest;
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();

  const send = (): void => {
    if (!waiting && !onSend()) input.current?.focus();
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const typed: FieldProps = {
    ref: input,
    value: field.value,
    onType,
    maxLength: field.maxLength,
    'aria-label': field.label,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : problemId,
  };
  return (
    <section
      ref={boxRef}
      data-island="dark"
      className={`${kit.code} ${styles.console}`}
      aria-label={label}
      onKeyDown={keys}
    >
      {sample}
      <form
        className={styles.request}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (answers.slow) answers.stop();
          else send();
        }}
      >
        <span className={styles.verb}>GET</span>
        {prefix !== undefined && <span className={styles.prefix}>{prefix}</span>}
        {suggesting === undefined ? <CallField {...typed} /> : <SuggestingField {...typed} {...suggesting} />}
        <Button
          type="submit"
          className={styles.send ?? ''}
          disabled={waiting}
          title={words.keys}
          aria-keyshortcuts="Control+Enter"
        >
          {answers.slow ? words.stop : words.send}
        </Button>
      </form>
      {(problem !== null || choices !== undefined) && (
        <div className={styles.below} data-choices={choices !== undefined}>
          {problem === null ? (
            choices
          ) : (
            <p id={problemId} className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
      <AnswerPanel answers={answers} answerRef={answerRef} />
    </section>
  );
};
