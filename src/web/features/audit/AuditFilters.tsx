import { NativeSelect, TextInput } from '@mantine/core';
import { DateTimeField } from '#web/ui/DateTimeField.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import kit from '#web/ui/kit.module.css';
import { QuickRanges } from '#web/ui/QuickRanges.tsx';
import { useFilters } from '#web/ui/useFilters.ts';
import { audit as words } from '#web/words/audit.ts';
import styles from './Audit.module.css';
import { AUDIT, type AuditView, METHODS } from './view.ts';

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
  const { form, searchWith, text, choice, moment } = useFilters(AUDIT, view, onView);
  return (
    <FilterBar label={words.filter} filters={form}>
      <DateTimeField label={words.start} {...moment('startDate')} />
      <DateTimeField label={words.end} {...moment('endDate')} />
      <TextInput label={words.token} {...text('token')} />
      <TextInput className={styles.short} label={words.status} placeholder={words.statusExample} {...text('status')} />
      <NativeSelect
        className={styles.short}
        label={words.method}
        {...choice('method', [{ value: '', label: words.anyMethod }, ...METHODS])}
      />
      <TextInput className={styles.short} label={words.minTime} {...text('minTime')} inputMode="numeric" />
      {(['ip', 'uri', 'requestId'] as const).map((name) => (
        <TextInput key={name} className={styles.medium} label={words[name]} {...text(name)} />
      ))}
      <fieldset className={`${kit.row} ${styles.group}`} aria-label={words.presets}>
        {PRESETS.map(([status, label]) => (
          <button
            key={status}
            type="button"
            className={`${kit.control} ${styles.preset}`}
            aria-pressed={(view.status ?? '') === status}
            onClick={() => searchWith({ status })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className={kit.row}>
        <QuickRanges onStart={(startDate) => searchWith({ startDate, endDate: '' })} />
        <button
          type="button"
          className={`${kit.control} ${styles.preset}`}
          aria-pressed={view.all === '1' && view.endDate === undefined}
          onClick={() => searchWith({ startDate: '', endDate: '' })}
        >
          {words.allTime}
        </button>
        <button
          type="button"
          className={`${kit.control} ${styles.preset}`}
          title={words.othersHint}
          aria-pressed={view.others === '1'}
          onClick={() => searchWith({ others: view.others === '1' ? '' : '1' })}
        >
          {words.others}
        </button>
      </div>
    </FilterBar>
  );
};
