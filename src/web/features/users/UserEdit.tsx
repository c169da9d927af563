import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { type UserRecord, userChange } from '#contracts/users.api.ts';
import { call } from '#web/lib/call.ts';
import { tellOf } from '#web/lib/query.ts';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import { Secret } from '#web/ui/Secret.tsx';
import { YesNo } from '#web/ui/YesNo.tsx';
import { users } from '#web/words/users.ts';
import { Fact, Facts, KeyFact, OriginFacts, PlanFacts, ValidNote } from './UserFacts.tsx';
import { bodyOf, draftName, draftOf, draftProblems, type UserDraft } from './user-edit.ts';
import styles from './users.module.css';

const { email, valid, maxRequests } = users.fields;
const LABELS = { email, isValid: valid, maxRequests };
const REASONS = { email_taken: 'email' } as const;

interface Props {
  readonly record: UserRecord;
  readonly onSaved: (record: UserRecord) => void;
  /** Somebody else has saved it meanwhile. */
  readonly onMeanwhile: (record: UserRecord) => void;
  readonly onCancel: () => void;
}

/** The record as inputs. */
export const UserEdit = ({ record, onSaved, onMeanwhile, onCancel }: Props) => {
  const form = useRecordForm<UserRecord, UserDraft>({
    name: draftName(record),
    record,
    valuesOf: (one) => draftOf(one ?? record),
    labels: LABELS,
    reasons: REASONS,
    rules: (draft, over) => draftProblems(draft, over ?? record),
    send: (draft, over) => call(userChange, { body: bodyOf(draft, over ?? record) }),
    onSaved,
    onMeanwhile,
    onRest: tellOf,
  });
  useEffect(() => form.focus('email'), []);
  const input = (name: 'email' | 'maxRequests') => ({ ...form.text(name), 'aria-label': LABELS[name] });

  return (
    <RecordForm form={form} onLeave={onCancel}>
      <Facts>
        <Fact name={users.fields.token}>
          <Secret value={record.token} label="token" />
        </Fact>
        <KeyFact record={record} />
        <Fact name={email}>
          <TextInput {...input('email')} type="email" autoComplete="off" maxLength={254} />
        </Fact>
        <OriginFacts record={record} />
        <Fact name={valid}>
          <span className={styles.toggle}>
            <YesNo
              label={valid}
              value={form.values.isValid}
              path="isValid"
              onChange={(isValid) => form.set('isValid', isValid)}
            />
          </span>
          <ValidNote record={record} />
        </Fact>
        <Fact name={maxRequests}>
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
    </RecordForm>
  );
};
