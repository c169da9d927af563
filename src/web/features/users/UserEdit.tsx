import { Button, TextInput } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type UserRecord, userChange } from '#contracts/users.api.ts';
import { tellOf, useSend } from '#web/lib/query.ts';
import { stored } from '#web/lib/stored.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Secret } from '#web/ui/Secret.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { users } from '#web/words/users.ts';
import { Fact, Facts, OriginFacts, PlanFacts } from './UserFacts.tsx';
import { changesOf, type DraftProblems, draftOf, draftProblems, isChanged, refusedFields } from './user-edit.ts';
import styles from './users.module.css';

interface Props {
  readonly record: UserRecord;
  readonly onSaved: (record: UserRecord) => void;
  readonly onCancel: () => void;
}

/** The record as inputs. Whoever leaves with changes is asked first. */
export const UserEdit = ({ record, onSaved, onCancel }: Props) => {
  const [draft, setDraft] = useState(() => draftOf(record));
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<DraftProblems>({});
  const [asking, setAsking] = useState(false);
  const fields = useRef<{ email: HTMLInputElement | null; maxRequests: HTMLInputElement | null }>({
    email: null,
    maxRequests: null,
  });
  const { isPending, mutate } = useSend(userChange);
  useEffect(() => fields.current.email?.focus(), []);
  const changed = isChanged(draft, record);
  // A session that has ended leads to the login page, whatever was typed.
  const mustAsk = () => changed && stored().token !== null;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  const problems: DraftProblems = { ...refused, ...(tried && draftProblems(draft, record)) };

  const type = (name: 'email' | 'maxRequests', value: string): void => {
    setDraft((before) => ({ ...before, [name]: value }));
    setRefused(({ [name]: _, ...rest }) => rest);
  };
  const focusFirst = (found: DraftProblems): void => {
    if (found.email) fields.current.email?.focus();
    else if (found.maxRequests) fields.current.maxRequests?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const found = draftProblems(draft, record);
    focusFirst(found);
    if (isPending || Object.keys(found).length > 0) return;
    mutate(
      { body: { token: record.token, ...changesOf(draft, record) } },
      {
        onSuccess: ({ data }) => onSaved(data),
        onError: (error) => {
          const said = refusedFields(error);
          setRefused(said);
          if (Object.keys(said).length === 0) tellOf(error);
          focusFirst(said);
        },
      },
    );
  };
  const leave = (): void => {
    if (blocker.status === 'blocked') blocker.proceed();
    else onCancel();
  };
  const stay = (): void => {
    setAsking(false);
    if (blocker.status === 'blocked') blocker.reset();
  };
  const input = (name: 'email' | 'maxRequests') => ({
    name,
    'aria-label': users.fields[name],
    value: draft[name],
    error: problems[name],
    disabled: isPending,
    ref: (element: HTMLInputElement | null) => {
      fields.current[name] = element;
    },
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => type(name, currentTarget.value),
  });

  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.actions}>
        <Button type="submit" loading={isPending}>
          {users.save}
        </Button>
        <Button variant="default" disabled={isPending} onClick={() => (changed ? setAsking(true) : onCancel())}>
          {users.cancel}
        </Button>
      </div>
      <Facts>
        <Fact name={users.fields.token}>
          <Secret value={record.token} label="token" />
        </Fact>
        <Fact name={users.fields.email}>
          <TextInput {...input('email')} type="email" autoComplete="off" maxLength={254} />
        </Fact>
        <OriginFacts record={record} />
        <Fact name={users.fields.valid}>
          <span className={styles.toggle}>
            <YesNo
              label={users.fields.valid}
              value={draft.isValid}
              disabled={isPending}
              onChange={(isValid) => setDraft((before) => ({ ...before, isValid }))}
            />
          </span>
        </Fact>
        <Fact name={users.fields.maxRequests}>
          <TextInput
            {...input('maxRequests')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            description={users.maxRequestsHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        </Fact>
        <PlanFacts record={record} />
      </Facts>
      <ConfirmDialog
        opened={asking || blocker.status === 'blocked'}
        title={users.leaveTitle}
        confirm={users.discard}
        danger
        onConfirm={leave}
        onClose={stay}
      >
        {users.leaveQuestion} <strong>{record.email}</strong>?
      </ConfirmDialog>
    </form>
  );
};
