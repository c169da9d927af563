import { NativeSelect, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { DateTimeField } from '#web/ui/DateTimeField.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import kit from '#web/ui/kit.module.css';
import { QuickRanges } from '#web/ui/QuickRanges.tsx';
import { useTokenFilter } from '#web/ui/useTokenFilter.ts';
import { audit as words } from '#web/words/audit.ts';
import styles from './Audit.module.css';
import { type Problems, problemsOf } from './problems.ts';
import { type AuditView, activeOf, type Draft, draftOf, isMethod, METHODS, saidOf, viewOf } from './view.ts';

interface Props {
  readonly view: AuditView;
  readonly onView: (view: AuditView) => void;
}

const PRESETS = [
  ['', words.preset.all],
  ['2xx', words.preset.success],
  ['4xx', words.preset.client],
  ['5xx', words.preset.server],
] as const;

/** The form of the filters. What is typed waits for Search; a preset or a range is taken at once. */
export const AuditFilters = ({ view, onView }: Props) => {
  const token = useTokenFilter(view.token);
  const [draft, setDraft] = useState<Draft>(() => draftOf(view));
  // Nothing was typed into the field: it says what the address means.
  const [typesToken, setTypesToken] = useState(false);
  const [problems, setProblems] = useState<Problems>(() => problemsOf(saidOf(view)));
  const [shown, setShown] = useState(view);
  if (shown !== view) {
    setShown(view);
    setDraft(draftOf(view));
    setTypesToken(false);
    setProblems(problemsOf(saidOf(view)));
  }

  const search = async (next: Draft): Promise<void> => {
    const found = problemsOf(next);
    setDraft(next);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    onView(viewOf({ ...next, token: typesToken ? await token.keptOf(next.token) : next.token }));
  };
  const text = (name: keyof Draft) => ({
    value: draft[name],
    error: problems[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  const day = (name: 'startDate' | 'endDate') => ({
    value: draft[name],
    error: problems[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });

  // What the address says stays in sight, also what is no choice.
  const otherMethod = draft.method === '' || isMethod(draft.method) ? [] : [draft.method];

  return (
    <FilterBar
      label={words.filter}
      active={activeOf(view)}
      onSearch={() => void search(draft)}
      onClear={() => onView({ all: '1' })}
    >
      <DateTimeField label={words.start} {...day('startDate')} />
      <DateTimeField label={words.end} {...day('endDate')} />
      <TextInput
        label={words.token}
        {...text('token')}
        value={typesToken ? draft.token : token.shown}
        onChange={({ currentTarget: { value } }) => {
          setTypesToken(true);
          setDraft((before) => ({ ...before, token: value }));
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        className={styles.short}
        label={words.status}
        placeholder={words.statusExample}
        {...text('status')}
        autoComplete="off"
        autoCapitalize="none"
      />
      <NativeSelect
        className={styles.short}
        label={words.method}
        {...text('method')}
        data={[{ value: '', label: words.anyMethod }, ...METHODS, ...otherMethod]}
      />
      <TextInput
        className={styles.short}
        label={words.minTime}
        {...text('minTime')}
        inputMode="numeric"
        autoComplete="off"
      />
      {(['ip', 'requestId'] as const).map((name) => (
        <TextInput
          key={name}
          className={styles.medium}
          label={words[name]}
          {...text(name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      <fieldset className={`${kit.row} ${styles.group}`} aria-label={words.presets}>
        {PRESETS.map(([status, label]) => (
          <button
            key={status}
            type="button"
            className={`${kit.control} ${styles.preset}`}
            aria-pressed={(view.status ?? '') === status}
            onClick={() => void search({ ...draft, status })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className={kit.row}>
        <QuickRanges onStart={(startDate) => void search({ ...draft, startDate, endDate: '' })} />
        <button
          type="button"
          className={`${kit.control} ${styles.preset}`}
          aria-pressed={view.all === '1' && view.endDate === undefined}
          onClick={() => void search({ ...draft, startDate: '', endDate: '' })}
        >
          {words.allTime}
        </button>
      </div>
    </FilterBar>
  );
};
