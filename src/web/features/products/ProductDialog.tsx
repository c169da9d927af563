import { Button, Modal, MultiSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Product, productSave, type Role } from '#contracts/plans.api.ts';
import type { Feature } from '#contracts/public.api.ts';
import { tell } from '#web/lib/messages.ts';
import { count } from '#web/lib/numbers.ts';
import { useSend } from '#web/lib/query.ts';
import { YesNo } from '#web/ui/YesNo.tsx';
import { products } from '#web/words/products.ts';
import { ProductPreview } from './ProductPreview.tsx';
import {
  bodyOf,
  concernedBy,
  draftOf,
  draftProblems,
  type ProductDraft,
  type ProductProblems,
} from './product-draft.ts';
import styles from './products.module.css';
import { refusalOf } from './refused.ts';
import { usePlansChanged } from './usePlansChanged.ts';
import '#web/ui/dialog.css';
import kit from '#web/ui/kit.module.css';

const words = products.product;
const FIXED_ROLE = 'ADMIN';
/** Hints stand under their field. */
const UNDER = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps;
const REASONS = { role_unknown: 'role', role_fixed: 'role' } as const;

interface Props {
  /** Null: a new one. */
  readonly product: Product | null;
  readonly roles: readonly Role[];
  /** How the site shows a product for sale. */
  readonly preview: (feature: Feature) => ReactNode;
  readonly onClose: () => void;
}

type TextField = Exclude<keyof ProductDraft, 'role' | 'active'>;

const Form = ({ product, roles, preview, onClose, busy, save }: Props & ReturnType<typeof useSave>) => {
  const [draft, setDraft] = useState(() => draftOf(product));
  const [problems, setProblems] = useState<ProductProblems>({});
  const [rest, setRest] = useState<string | null>(null);
  const change = (part: Partial<ProductDraft>): void => {
    setDraft((before) => ({ ...before, ...part }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  const input = (name: TextField) => ({
    name,
    label: words.fields[name],
    value: draft[name],
    error: problems[name],
    disabled: busy,
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: value }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = draftProblems(draft);
    setProblems(found);
    setRest(null);
    if (busy || Object.keys(found).length > 0) return;
    save(bodyOf(draft, product), (error) => {
      const refusal = refusalOf(error, words.fields, REASONS);
      setProblems(refusal.fields);
      setRest(refusal.rest);
    });
  };
  const concerned = concernedBy(draft, product);

  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.split}>
        <div className={styles.form}>
          <TextInput {...input('name')} data-autofocus classNames={{ root: styles.wide ?? '' }} />
          <Textarea
            {...input('description')}
            autosize
            minRows={2}
            maxRows={6}
            classNames={{ root: styles.wide ?? '' }}
          />
          <TextInput {...input('notice')} classNames={{ root: styles.wide ?? '' }} />
          <TextInput {...input('price')} inputMode="decimal" />
          <TextInput {...input('period')} inputMode="numeric" description={words.periodHint} {...UNDER} />
          <TextInput {...input('priority')} inputMode="numeric" description={words.priorityHint} {...UNDER} />
          {concerned > 0 && (
            <p className={styles.warning} role="status">
              {words.priceChange(concerned)}
            </p>
          )}
          <MultiSelect
            className={styles.wide ?? ''}
            label={words.fields.role}
            placeholder={draft.role.length === 0 ? words.noRoles : ''}
            data={roles.map(({ idRol, rol, requests }) => ({
              value: String(idRol),
              label: `${rol} (${count(requests)})`,
              disabled: rol === FIXED_ROLE,
            }))}
            value={[...draft.role]}
            error={problems.role}
            disabled={busy}
            onChange={(role) => change({ role })}
            comboboxProps={{ withinPortal: false }}
          />
          <span className={`${styles.toggle} ${styles.wide}`}>
            <YesNo
              label={words.fields.active}
              value={draft.active}
              disabled={busy || product === null}
              onChange={(active) => change({ active })}
            />
            {product === null && <small>{words.newIsInactive}</small>}
            {problems.active && <small>{problems.active}</small>}
          </span>
          {rest !== null && (
            <p className={styles.refused} role="alert">
              {rest}
            </p>
          )}
        </div>
        <ProductPreview draft={draft} roles={roles} show={preview} />
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
  const { mutate, isPending } = useSend(productSave, {
    onSuccess: async ({ data }) => {
      tell(words.saved(data.name), 'success');
      onSaved();
      await changed();
    },
  });
  type Body = ReturnType<typeof bodyOf>;
  type OnError = (error: Parameters<typeof refusalOf>[0]) => void;
  return { busy: isPending, save: (body: Body, onError: OnError): void => mutate({ body }, { onError }) };
};

/** A product as a form, with the card that it makes. */
export const ProductDialog = ({ opened, ...props }: Props & { readonly opened: boolean }) => {
  const sending = useSave(props.onClose);
  return (
    <Modal
      opened={opened}
      onClose={() => !sending.busy && props.onClose()}
      closeOnClickOutside={false}
      size={1040}
      title={props.product === null ? words.add : words.change}
      closeButtonProps={{ 'aria-label': products.close, disabled: sending.busy }}
    >
      <Form {...props} {...sending} />
    </Modal>
  );
};
