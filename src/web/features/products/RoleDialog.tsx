import { type Role, roleSave } from '#contracts/plans.api.ts';
import { call } from '#web/lib/call.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { products } from '#web/words/products.ts';
import { type TextRow, Texts, usePlanForm } from './PlanForm.tsx';
import styles from './products.module.css';
import { type RoleDraft, roleBodyOf, roleDraftOf, roleProblems } from './role-draft.ts';

const words = products.role;
const REASONS = { role_taken: 'rol', role_fixed: 'rol' } as const;
const TEXTS: readonly TextRow<keyof RoleDraft>[] = [
  { name: 'rol' },
  { name: 'description', isLong: true },
  { name: 'requests', keys: 'numeric', hint: words.requestsHint },
];

interface Props {
  /** Null: a new one. */
  readonly role: Role | null;
  readonly onClose: () => void;
}

const RoleForm = ({ role, onClose }: Props) => {
  const form = usePlanForm<Role, RoleDraft>({
    name: 'role',
    record: role,
    valuesOf: roleDraftOf,
    labels: words.fields,
    reasons: REASONS,
    rules: roleProblems,
    send: (draft, over) => call(roleSave, { body: roleBodyOf(draft, over) }),
    said: ({ rol }) => words.saved(rol),
    onClose,
  });
  const users = form.record?.users ?? 0;
  return (
    <RecordForm form={form} onLeave={onClose}>
      <div className={styles.form}>
        <Texts form={form} labels={words.fields} rows={TEXTS} />
        {users > 0 && <p className={styles.warning}>{words.usersChange(users)}</p>}
      </div>
    </RecordForm>
  );
};

/** A role as a form. */
export const RoleDialog = ({ opened, ...props }: Props & { readonly opened: boolean }) => (
  <FormDialog opened={opened} title={props.role === null ? words.add : words.change} onClose={props.onClose}>
    <RoleForm {...props} />
  </FormDialog>
);
