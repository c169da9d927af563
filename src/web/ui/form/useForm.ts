import { useForm as useValues } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallFailed } from '#web/lib/call-failed.ts';
import { type Entries, type Problems, refusalOf } from './refusal.ts';

export type { Problems } from './refusal.ts';

export type FieldOf<V> = keyof V & string;

export interface FormOptions<V extends object, R> {
  readonly first: V;
  /** What is wrong with what was typed. */
  readonly rules?: (values: V) => Problems<FieldOf<V>>;
  /** How the fields are called, where the server's sentence may leave it out. */
  readonly labels?: Problems<FieldOf<V>>;
  /** The entries of fields that hold lists, so that the one that is refused is named. */
  readonly entries?: (values: V) => Entries<FieldOf<V>>;
  /** The field of a reason that comes without details. */
  readonly reasons?: Readonly<Record<string, FieldOf<V>>>;
  /** The input that a complaint of the server belongs to, where fields have several. */
  readonly inputOf?: (field: string) => FieldOf<V> | undefined;
  /** Brings the first input with a problem into the page, where not all of them are drawn. */
  readonly reveal?: (problems: Problems<FieldOf<V>>) => void;
  readonly send: (values: V) => Promise<R>;
  readonly onSaved: (result: R) => void;
  /** Answers true where it has dealt with the refusal itself: by another field, say, which was not tried yet. */
  readonly onRefused?: (failed: CallFailed) => boolean;
  /** Says what belongs to no field; without it the form does. */
  readonly onRest?: (failed: CallFailed) => void;
}

export interface Typed {
  readonly currentTarget: { readonly value: string };
}

/**
 * What a form holds and how it is sent: once however fast somebody clicks. What is wrong shows after the first try and
 * then follows what is typed; what the server has found stands at its field until that is changed. The first bad field
 * gets the focus, and nothing that has it is switched off meanwhile.
 */
export const useForm = <V extends object, R>({ first, send, onSaved, ...options }: FormOptions<V, R>) => {
  type F = FieldOf<V>;
  const held = useValues<V>({ initialValues: first, clearInputErrorOnChange: false });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [rest, setRest] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const { values } = held;
  const problems = tried ? options.rules?.(values) : undefined;
  const errorOf = (name: F): string | undefined => problems?.[name] ?? (held.errors[name] as string | undefined);

  const focus = (name?: F): void =>
    element.current?.querySelector<HTMLElement>(name === undefined ? '[data-path]' : `[data-path="${name}"]`)?.focus();
  const focusFirst = (found: Problems<F>): void => {
    if (options.reveal) flushSync(() => options.reveal?.(found));
    const fields = element.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [];
    [...fields].find(({ dataset }) => found[dataset.path as F] !== undefined)?.focus();
  };

  const set = <K extends F>(name: K, value: V[K]): void => {
    if (sending.current) return;
    held.setValues({ [name]: value } as unknown as Partial<V>);
    // What was said of its inputs is of another value.
    held.setErrors((errors) =>
      Object.fromEntries(Object.entries(errors).filter(([path]) => path !== name && !path.startsWith(`${name}.`))),
    );
  };

  const refuse = (failed: CallFailed): void => {
    if (options.onRefused?.(failed)) {
      setTried(false);
      return;
    }
    const entries = options.entries?.(held.getValues());
    const refusal = refusalOf(failed, Object.keys(first) as F[], { ...options, entries });
    held.setErrors(refusal.fields);
    focusFirst(refusal.fields);
    if (refusal.rest === null) return;
    if (options.onRest) options.onRest(failed);
    else setRest(refusal.rest);
  };

  const submit = async (): Promise<void> => {
    if (sending.current) return;
    setTried(true);
    setRest(null);
    held.clearErrors();
    const typed = held.getValues();
    const found = options.rules?.(typed);
    if (found && Object.values(found).some((problem) => problem !== undefined)) return focusFirst(found);
    sending.current = true;
    setBusy(true);
    const answered = await send(typed).then(
      (result) => () => onSaved(result),
      (error: unknown) => {
        if (error instanceof CallFailed) return () => refuse(error);
        throw error;
      },
    );
    sending.current = false;
    setBusy(false);
    // Whoever has gone to another page hears no more of it.
    if (isHere.current) answered();
  };

  return {
    values,
    first,
    element,
    busy,
    rest,
    isDirty: held.isDirty(),
    isDirtyAt: (name: F): boolean => held.isDirty(name),
    set,
    errorOf,
    /** What is wrong now, by the inputs. */
    problems: { ...(held.errors as Problems<F>), ...problems },
    focus,
    refuse,
    submit,
    /** The record as it is now: what is typed is measured against it. */
    measure: held.resetDirty as (values: V) => void,
    /** Puts other values in, with nothing wrong yet. */
    fill: (next: V): void => {
      setTried(false);
      setRest(null);
      held.clearErrors();
      held.setValues(next);
    },
    /** What an input of a text needs. */
    text: (name: F) => ({
      name,
      value: values[name] as string,
      error: errorOf(name),
      readOnly: busy,
      'data-path': name,
      onChange: ({ currentTarget: { value } }: Typed) => set(name, value as V[F]),
    }),
  };
};

export type FormState<V extends object, R> = ReturnType<typeof useForm<V, R>>;
