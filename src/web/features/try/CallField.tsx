import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Suggested } from '#contracts/public.api.ts';
import kit from '#web/ui/kit.module.css';
import { useOptionKeys } from '#web/ui/useOptionKeys.ts';
import { tryIt as words } from '#web/words/try-it.ts';
import styles from './CallField.module.css';
import type { Suggestions } from './useSuggested.ts';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly onType: (value: string) => void;
}

/** The field of a console, as it is typed. */
export const CallField = ({ onType, ...input }: FieldProps) => (
  <input
    {...input}
    className={styles.field}
    onChange={({ currentTarget: { value } }) => onType(value)}
    autoCapitalize="none"
    autoComplete="off"
    autoCorrect="off"
    spellCheck={false}
  />
);

interface Props extends FieldProps {
  readonly suggestions: Suggestions;
  readonly onChoose: (imdbId: string) => void;
}

/** The same with records below it, of which one can be chosen; the focus stays in the field. */
export const SuggestingField = ({ suggestions: { options, note, isBusy }, onType, onChoose, ...input }: Props) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const run = ({ imdbId }: Suggested): void => {
    setOpen(false);
    onChoose(imdbId);
  };
  const { list, chosen, choose, onKeyDown } = useOptionKeys(options, run);
  const isExpanded = isOpen && options.length > 0;
  const optionId = (place: number): string => `${id}-${place}`;
  const said = input['aria-invalid'] ? null : note;
  // Enter came before the answer: where nothing is found, it sends what is typed.
  const early = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isBusy) return;
    if (isOpen && options.length === 0) early.current?.requestSubmit();
    early.current = null;
  }, [isBusy]);

  const keys = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') setOpen(false);
    // What stands there may have been found for what was typed before.
    else if (isOpen && isBusy && event.key === 'Enter') {
      if (!event.nativeEvent.isComposing) early.current = event.currentTarget.form;
      event.preventDefault();
    } else if (isOpen && !event.ctrlKey && !event.metaKey) onKeyDown(event);
    else if (event.key === 'ArrowDown') setOpen(true);
  };
  return (
    <>
      <CallField
        {...input}
        role="combobox"
        placeholder={input['aria-label']}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? `${id}-list` : undefined}
        aria-activedescendant={isExpanded ? optionId(chosen) : undefined}
        aria-busy={isBusy}
        onType={(value) => {
          choose(0);
          setOpen(true);
          early.current = null;
          onType(value);
        }}
        onKeyDown={keys}
        // What is typed next is another search or id.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => setOpen(false)}
      />
      <span role="status" className={kit.hidden}>
        {isOpen && (said ?? (options.length > 0 && words.many(options.length)))}
      </span>
      {isExpanded && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={words.found} className={styles.below}>
          {options.map(({ imdbId, description, year }, place) => (
            <button
              type="button"
              tabIndex={-1}
              key={imdbId}
              id={optionId(place)}
              role="option"
              aria-selected={place === chosen}
              className={styles.option}
              onMouseMove={() => choose(place)}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run({ imdbId, description, year })}
            >
              <bdi>
                {description}
                {year !== null && ` (${year})`}
              </bdi>
              <code>{imdbId}</code>
            </button>
          ))}
        </div>
      )}
      {isOpen && said !== null && <p className={`${styles.below} ${styles.note}`}>{said}</p>}
    </>
  );
};
