import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { Product, Role } from '#contracts/plans.api.ts';
import { tell } from '#web/lib/messages.ts';
import type { FormState } from '#web/ui/form/useForm.ts';
import { type RecordOptions, useRecordForm } from '#web/ui/form/useRecordForm.ts';
import styles from './products.module.css';
import { usePlansChanged } from './usePlansChanged.ts';

/** A text of a product or a role. */
export interface TextRow<F extends string> {
  readonly name: F;
  readonly hint?: string;
  readonly keys?: 'decimal' | 'numeric';
  /** Over more than one line. */
  readonly isLong?: boolean;
  /** Three of them stand beside each other. */
  readonly isNarrow?: boolean;
}

interface Props<V extends object, F extends keyof V & string> {
  readonly form: Pick<FormState<V, unknown>, 'text'>;
  readonly labels: Readonly<Record<F, string>>;
  readonly rows: readonly TextRow<F>[];
}

/** Hints stand under their field. */
const UNDER = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies TextInputProps;

/** The texts of a product or a role; the first has the focus. */
export const Texts = <V extends object, F extends keyof V & string>({ form, labels, rows }: Props<V, F>) =>
  rows.map(({ name, hint, keys, isLong = false, isNarrow = false }, at) => {
    const input = {
      ...form.text(name),
      ...UNDER,
      label: labels[name],
      description: hint,
      autoComplete: 'off',
      classNames: { root: isNarrow ? '' : (styles.wide ?? '') },
      'data-autofocus': at === 0 || undefined,
    };
    if (isLong) return <Textarea key={name} {...input} autosize minRows={2} maxRows={6} />;
    return <TextInput key={name} {...input} {...(keys && { inputMode: keys })} />;
  });

type PlanOptions<T extends Product | Role, V extends object> = Omit<RecordOptions<T, V>, 'onSaved'> & {
  readonly said: (saved: T) => string;
  readonly onClose: () => void;
};

/** The form of a product or a role: when it is saved it goes, and the lists are fetched anew. */
export const usePlanForm = <T extends Product | Role, V extends object>({
  said,
  onClose,
  ...options
}: PlanOptions<T, V>) => {
  const changed = usePlansChanged();
  return useRecordForm<T, V>({
    ...options,
    onMeanwhile: () => void changed(),
    onSaved: (saved) => {
      tell(said(saved), 'success');
      onClose();
      void changed();
    },
  });
};
