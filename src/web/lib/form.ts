import { useRef, useState } from 'react';

export type Problems<F extends string> = Readonly<Partial<Record<F, string>>>;

/**
 * A small form of texts. Problems are shown after the first try to send it, and then follow what is typed; the first bad
 * field gets the focus. `find` names the problems in the order of the fields.
 */
export const useForm = <F extends string>(
  first: Readonly<Record<F, string>>,
  find: (values: Readonly<Record<F, string>>) => Problems<F>,
) => {
  const [values, setValues] = useState(first);
  const [tried, setTried] = useState(false);
  const elements = useRef(new Map<F, HTMLInputElement>());
  const problems = find(values);

  const field = (name: F) => ({
    name,
    value: values[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setValues((before) => ({ ...before, [name]: value })),
    ref: (element: HTMLInputElement | null) => {
      if (element) elements.current.set(name, element);
      else elements.current.delete(name);
    },
    error: tried ? problems[name] : undefined,
  });

  /** Whether it may be sent; if not, the problems show and the first bad field has the focus. */
  const check = (): boolean => {
    setTried(true);
    const bad = (Object.keys(first) as F[]).find((name) => problems[name] !== undefined);
    if (bad !== undefined) elements.current.get(bad)?.focus();
    return bad === undefined;
  };

  return { values, field, check };
};
