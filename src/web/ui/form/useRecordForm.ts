import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CallFailed } from '#web/lib/call-failed.ts';
import { onSignedOut } from '#web/lib/session.ts';
import { stored } from '#web/lib/stored.ts';
import { forms } from '#web/words/forms.ts';
import { differencesOf, type FieldDifference, type Tell } from './differences.ts';
import { keepDraft, takeDraft } from './drafts.ts';
import { type FieldOf, type FormOptions, type Problems, useForm } from './useForm.ts';

interface Versioned {
  /** A number rises; a text is another one for every other value. */
  readonly version: number | string;
}

const isOther = (next: Versioned, than: Versioned): boolean =>
  typeof next.version === 'number' && typeof than.version === 'number'
    ? next.version > than.version
    : next.version !== than.version;

export interface RecordOptions<T extends Versioned, V extends object>
  extends Omit<FormOptions<V, unknown>, 'first' | 'rules' | 'send' | 'onSaved' | 'onRefused' | 'labels'> {
  /** What names the form's draft when a session ends. */
  readonly name: string;
  /** Null: a new one. */
  readonly record: T | null;
  readonly valuesOf: (record: T | null) => V;
  readonly labels: Readonly<Record<FieldOf<V>, string>>;
  /** What is wrong with what was typed over this record. */
  readonly rules: (values: V, record: T | null) => Problems<FieldOf<V>>;
  /** Sends it over this record, whose version it names. */
  readonly send: (values: V, record: T | null) => Promise<{ readonly data: T }>;
  /** The record as it is now. */
  readonly onSaved: (record: T) => void;
  /** Somebody else has saved. */
  readonly onMeanwhile?: (present: T) => void;
  /** How a value is told where two of them differ; without it as it is. */
  readonly tell?: Tell<V>;
  /** Where two sets of values differ, in place of field by field. */
  readonly differ?: (theirs: V, yours: V) => readonly FieldDifference[];
}

/**
 * The form of a record that others may save meanwhile: then what was not touched here becomes theirs, and it shows where
 * theirs and yours differ: all of theirs is taken, or what was changed here over theirs. What is typed when a session ends
 * is there again when the same person comes back.
 */
export const useRecordForm = <T extends Versioned, V extends object>(options: RecordOptions<T, V>) => {
  const { name, valuesOf, labels } = options;
  const [kept] = useState(() => takeDraft<T, V>(name));
  const [email] = useState(() => stored().user?.email ?? '');
  const [record, setRecord] = useState(kept === null ? options.record : kept.record);
  const [present, setPresent] = useState<T | null>(null);

  const form = useForm<V, { readonly data: T }>({
    ...options,
    first: valuesOf(record),
    rules: (values) => options.rules(values, record),
    send: (values) => options.send(values, record),
    onSaved: ({ data }) => saved(data),
    onRefused: (failed) => meet(failed),
  });
  const rest = (next: T): void => {
    setPresent(null);
    setRecord(next);
    form.fill(valuesOf(next));
    form.measure(valuesOf(next));
  };
  const saved = (next: T): void => {
    rest(next);
    options.onSaved(next);
  };
  const between = (theirs: V, yours: V): readonly FieldDifference[] =>
    options.differ?.(theirs, yours) ?? differencesOf(theirs, yours, labels, options.tell);
  /** Where the two differ, and what they alone have changed. */
  const meanwhile = (theirs: T): readonly FieldDifference[] => {
    const [before, now] = [valuesOf(record), valuesOf(theirs)];
    const mine = between(now, form.values);
    // Such a form compares within its fields, each of which is sent as a whole: none of theirs stays beside yours.
    if (options.differ) return mine;
    const alone = between(now, before).filter(({ field }) => mine.every((one) => one.field !== field));
    return [...mine, ...alone.map((one) => ({ ...one, yours: forms.untouched }))];
  };
  const meet = ({ reason, present: next }: CallFailed): boolean => {
    if (reason !== 'changed_meanwhile' || next === null) return false;
    const theirs = next as T;
    options.onMeanwhile?.(theirs);
    const now = valuesOf(theirs);
    const changed = Object.entries(form.values).filter(([name]) => form.isDirtyAt(name as FieldOf<V>));
    const yours: V = { ...now, ...Object.fromEntries(changed) };
    // Both have typed the same.
    if (between(now, yours).length === 0) saved(theirs);
    else {
      form.fill(yours);
      form.measure(now);
      setPresent(theirs);
    }
    return true;
  };

  useLayoutEffect(() => {
    if (kept !== null) form.fill(kept.values);
  }, []);
  // What others have saved is shown to whoever has typed nothing.
  const follow = useEffectEvent((next: T | null) => {
    if (next !== null && record !== null && isOther(next, record) && !form.isDirty && !form.busy) rest(next);
  });
  useEffect(() => follow(options.record), [options.record]);
  const keep = useEffectEvent(() => {
    if (form.isDirty) keepDraft(name, email, { record, values: form.values });
  });
  useEffect(() => onSignedOut((ending) => ending === 'ended' && keep()), []);

  return {
    ...form,
    /** What it is made from. */
    record,
    wasKept: kept !== null,
    /** Where theirs and yours differ, when somebody has saved meanwhile. */
    differences: present === null ? null : meanwhile(present),
    takeTheirs: (): void => {
      if (present !== null) rest(present);
      form.focus();
    },
    keepMine: (): void => {
      flushSync(() => {
        setRecord(present);
        setPresent(null);
      });
      form.element.current?.requestSubmit();
    },
  };
};
