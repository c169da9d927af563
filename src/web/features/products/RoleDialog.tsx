import { Button, Modal, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Role, roleSave } from '#contracts/plans.api.ts';
import { tell } from '#web/lib/messages.ts';
import { useSend } from '#web/lib/query.ts';
import { products } from '#web/words/products.ts';
import styles from './products.module.css';
import { refusalOf } from './refused.ts';
import { type RoleDraft, type RoleProblems, roleBodyOf, roleDraftOf, roleProblems } from './role-draft.ts';
import { usePlansChanged } from './usePlansChanged.ts';
import '#web/ui/dialog.css';
import kit from '#web/ui/kit.module.css';

const words = products.role;
const REASONS = { role_taken: 'rol', role_fixed: 'rol' } as const;
const UNDER = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps;

interface Props {
  readonly opened: boolean;
  /** Null: a new one. */
  readonly role: Role | null;
  readonly onClose: () => void;
}

const Form = ({ role, onClose, sending }: Omit<Props, 'opened'> & { readonly sending: ReturnType<typeof useSave> }) => {
  const [draft, setDraft] = useState(() => roleDraftOf(role));
  const [problems, setProblems] = useState<RoleProblems>({});
  const [rest, setRest] = useState<string | null>(null);
  const busy = sending.isPending;
  const input = (name: keyof RoleDraft) => ({
    name,
    label: words.fields[name],
    value: draft[name],
    error: problems[name],
    disabled: busy,
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => {
      setDraft((before) => ({ ...before, [name]: value }));
      setProblems(({ [name]: _, ...others }) => others);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = roleProblems(draft);
    setProblems(found);
    setRest(null);
    if (busy || Object.keys(found).length > 0) return;
    sending.mutate(
      { body: roleBodyOf(draft, role) },
      {
        onError: (error) => {
          const refusal = refusalOf(error, words.fields, REASONS);
          setProblems(refusal.fields);
          setRest(refusal.rest);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.form}>
        <TextInput {...input('rol')} data-autofocus spellCheck={false} classNames={{ root: styles.wide ?? '' }} />
        <Textarea {...input('description')} autosize minRows={2} maxRows={6} classNames={{ root: styles.wide ?? '' }} />
        <TextInput
          {...input('requests')}
          inputMode="numeric"
          description={words.requestsHint}
          {...UNDER}
          classNames={{ root: styles.wide ?? '' }}
        />
        {role !== null && role.users > 0 && <p className={styles.warning}>{words.usersChange(role.users)}</p>}
        {rest !== null && (
          <p className={styles.refused} role="alert">
            {rest}
          </p>
        )}
      </div>
      <div className={kit.dialogActions}>
        <Button variant="default" disabled={busy} onClick={onClose}>
          {products.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {products.save}
        </Button>
      </div>
    </form>
  );
};

const useSave = (onSaved: () => void) => {
  const changed = usePlansChanged();
  return useSend(roleSave, {
    onSuccess: async ({ data }) => {
      tell(words.saved(data.rol), 'success');
      onSaved();
      await changed();
    },
  });
};

/** A role as a form. */
export const RoleDialog = ({ opened, role, onClose }: Props) => {
  const sending = useSave(onClose);
  return (
    <Modal
      opened={opened}
      onClose={() => !sending.isPending && onClose()}
      closeOnClickOutside={false}
      title={role === null ? words.add : words.change}
      closeButtonProps={{ 'aria-label': products.close, disabled: sending.isPending }}
    >
      <Form role={role} onClose={onClose} sending={sending} />
    </Modal>
  );
};
