import { useRef, useState } from 'react';
import type { Detail } from '#contracts/envelope.ts';

export type Problems<F extends string> = Readonly<Partial<Record<F, string>>>;

/**
 * A small form of texts. Problems are shown after the first try to send it, and then follow what is typed; what the server
 * has found stands until the field is changed. The first bad field gets the focus. `find` names the problems in the order
 * of the fields.
 */
export const useForm = <F extends string>(
  first: Readonly<Record<F, string>>,
  find: (values: Readonly<Record<F, string>>) => Problems<F>,
) => {
  const [values, setValues] = useState(first);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<readonly Detail[]>([]);
  const elements = useRef(new Map<F, HTMLInputElement>());
  const problems = find(values);
  const names = Object.keys(first) as F[];
  const refusedAt = (name: F): string | undefined => refused.find((detail) => detail.field === name)?.message;

  const field = (name: F) => ({
    name,
    value: values[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => {
      setValues((before) => ({ ...before, [name]: value }));
      setRefused((before) => before.filter((detail) => detail.field !== name));
    },
    ref: (element: HTMLInputElement | null) => {
      if (element) elements.current.set(name, element);
      else elements.current.delete(name);
    },
    error: (tried ? problems[name] : undefined) ?? refusedAt(name),
  });

  const focus = (name: F): void => elements.current.get(name)?.focus();

  /** Whether it may be sent; if not, the problems show and the first bad field has the focus. */
  const check = (): boolean => {
    setTried(true);
    setRefused([]);
    const bad = names.find((name) => problems[name] !== undefined);
    if (bad !== undefined) focus(bad);
    return bad === undefined;
  };

  /** Shows at its field what the server has found; false when none of it belongs to a field of this form. */
  const refuse = (details: readonly Detail[]): boolean => {
    const bad = names.find((name) => details.some((detail) => detail.field === name));
    if (bad === undefined) return false;
    setRefused(details);
    focus(bad);
    return true;
  };

  return { values, field, check, refuse, focus };
};
