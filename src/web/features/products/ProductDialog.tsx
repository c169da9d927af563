import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import type { ReactNode } from 'react';
import { type Product, productSave, type Role } from '#contracts/plans.api.ts';
import type { Feature } from '#contracts/public.api.ts';
import { call } from '#web/lib/call.ts';
import { count } from '#web/lib/numbers.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import kit from '#web/ui/kit.module.css';
import { YesNo } from '#web/ui/YesNo.tsx';
import { products } from '#web/words/products.ts';
import { type TextRow, Texts, usePlanForm } from './PlanForm.tsx';
import { ProductPreview } from './ProductPreview.tsx';
import { bodyOf, concernedBy, draftOf, draftProblems, type ProductDraft, pricedAs } from './product-draft.ts';
import styles from './products.module.css';

const words = products.product;
const FIXED_ROLE = 'ADMIN';
const REASONS = { role_unknown: 'role', role_fixed: 'role' } as const;
const TEXTS: readonly TextRow<Exclude<keyof ProductDraft, 'role' | 'active'>>[] = [
  { name: 'name' },
  { name: 'description', isLong: true },
  { name: 'notice' },
  { name: 'priority', keys: 'numeric', isNarrow: true, hint: words.priorityHint },
  { name: 'price', keys: 'decimal', isNarrow: true },
  { name: 'period', keys: 'numeric', isNarrow: true, hint: words.periodHint },
];

interface Props {
  /** Null: a new one. */
  readonly product: Product | null;
  readonly roles: readonly Role[];
  /** How the site shows a product for sale. */
  readonly preview: (feature: Feature) => ReactNode;
  readonly onClose: () => void;
}

const ProductForm = ({ product, roles, preview, onClose }: Props) => {
  const nameOf = (id: string): string => roles.find(({ idRol }) => String(idRol) === id)?.rol ?? id;
  const form = usePlanForm<Product, ProductDraft>({
    name: 'product',
    record: product,
    valuesOf: draftOf,
    labels: words.fields,
    reasons: REASONS,
    rules: draftProblems,
    tell: { price: pricedAs, role: (ids) => ids.map(nameOf).sort().join(', ') },
    send: (draft, over) => call(productSave, { body: bodyOf(draft, over) }),
    said: ({ name }) => words.saved(name),
    onClose,
  });
  const { values, record } = form;
  const concerned = concernedBy(values, record);

  return (
    <RecordForm form={form} onLeave={onClose}>
      <div className={styles.split}>
        <div className={styles.form}>
          <Texts form={form} labels={words.fields} rows={TEXTS} />
          {concerned > 0 && (
            <p className={styles.warning} role="status">
              {words.priceChange(concerned)}
            </p>
          )}
          <MultiSelect
            className={styles.wide ?? ''}
            label={words.fields.role}
            placeholder={values.role.length === 0 ? words.noRoles : ''}
            data={roles.map(({ idRol, rol, requests }) => ({
              value: String(idRol),
              label: `${rol} (${count(requests)})`,
              disabled: rol === FIXED_ROLE,
            }))}
            value={[...values.role]}
            error={form.errorOf('role')}
            data-path="role"
            readOnly={form.busy}
            onChange={(role) => form.set('role', role)}
            classNames={{ options: kit.choices ?? '' }}
            withScrollArea={false}
            comboboxProps={{ withinPortal: false }}
          />
          <span className={`${styles.toggle} ${styles.wide}`}>
            <YesNo
              label={words.fields.active}
              value={values.active}
              disabled={record === null}
              path="active"
              onChange={(active) => form.set('active', active)}
            />
            {record === null && <small>{words.newIsInactive}</small>}
            {form.errorOf('active') && <small>{form.errorOf('active')}</small>}
          </span>
        </div>
        <ProductPreview draft={values} roles={roles} show={preview} />
      </div>
    </RecordForm>
  );
};

/** A product as a form, with the card that it makes. */
export const ProductDialog = ({ opened, ...props }: Props & { readonly opened: boolean }) => (
  <FormDialog
    opened={opened}
    size={1040}
    title={props.product === null ? words.add : words.change}
    onClose={props.onClose}
  >
    <ProductForm {...props} />
  </FormDialog>
);
