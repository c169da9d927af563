import { TextInput } from '@mantine/core';
import { useId } from 'react';
import kit from '#web/ui/kit.module.css';
import { useOptionKeys } from '#web/ui/useOptionKeys.ts';
import { palette as words } from '#web/words/palette.ts';
import type { Entry, Group } from './entries.ts';
import { Keys } from './Keys.tsx';
import styles from './palette.module.css';

interface Props {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly groups: readonly Group[];
  readonly onRun: (entry: Entry) => void;
}

/** The field, and below it what it finds; the focus stays in the field, which says what is chosen. */
export const Results = ({ typed, onType, groups, onRun }: Props) => {
  const id = useId();
  const entries = groups.flatMap((group) => group.entries);
  const { list, chosen, choose, onKeyDown } = useOptionKeys(entries, onRun);
  const optionId = (place: number): string => `${id}-${place}`;

  let place = -1;
  return (
    <>
      <TextInput
        data-autofocus
        mt={4}
        role="combobox"
        aria-label={words.field}
        placeholder={words.field}
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={entries.length > 0 ? optionId(chosen) : undefined}
        value={typed}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => {
          choose(0);
          onType(value);
        }}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={kit.hidden}>
        {typed.trim() !== '' && words.found(entries.length)}
      </span>
      {entries.length > 0 && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={words.results} className={styles.list}>
          {groups.map((group, of) => (
            <fieldset key={group.label} className={styles.options} aria-labelledby={`${id}-group-${of}`}>
              <div id={`${id}-group-${of}`} role="presentation" className={styles.group}>
                {group.label}
              </div>
              {group.entries.map((entry) => {
                place += 1;
                const own = place;
                return (
                  <button
                    type="button"
                    tabIndex={-1}
                    key={`${entry.name ?? ''} ${entry.label}`}
                    id={optionId(own)}
                    role="option"
                    aria-selected={own === chosen}
                    className={styles.option}
                    onMouseMove={() => choose(own)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => onRun(entry)}
                  >
                    <bdi className={styles.label}>{entry.label}</bdi>
                    {entry.note && <bdi className={styles.note}>{entry.note}</bdi>}
                    {entry.keys && <Keys keys={entry.keys} />}
                  </button>
                );
              })}
            </fieldset>
          ))}
        </div>
      )}
    </>
  );
};
