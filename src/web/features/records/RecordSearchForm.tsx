import { Autocomplete, Button } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { recordSuggest } from '#contracts/lookup.api.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { YesNo } from '#web/ui/YesNo.tsx';
import { records as words } from '#web/words/records.ts';
import styles from './form.module.css';
import type { RecordKind } from './record-search.ts';
import { typedId } from './typed-id.ts';

const LEAST = 2;
const PAUSE_MS = 150;
const LONGEST = 200;

interface Props {
  readonly kind: RecordKind;
  /** What the address says; the form follows it. */
  readonly id: string;
  readonly all: boolean;
  readonly onSearch: (id: string, all: boolean) => void;
}

/** Which record: its id, its address at IMDb, or one that is suggested for what is typed. */
export const RecordSearchForm = ({ kind, id, all, onSearch }: Props) => {
  const [typed, setTyped] = useState(id);
  const [getAll, setGetAll] = useState(all);
  const [problem, setProblem] = useState<string>();
  const [typing, setTyping] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setTyped(id);
    setTyping(false);
    setProblem(undefined);
  }, [id]);
  useEffect(() => setGetAll(all), [all]);

  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const asks = typing && text.length >= LEAST && typedId(text) === null;
  const { data, isFetching } = useCall(
    recordSuggest,
    { query: { q: text.slice(0, LONGEST), kind } },
    { ...keepRows, enabled: asks },
  );
  const hits = asks ? (data?.data ?? []) : [];

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = typedId(typed);
    if (wanted !== null) {
      onSearch(wanted, getAll);
      return;
    }
    setProblem(typed.trim() === '' ? words.required : `${words.noId} ${kind === 'movie' ? 'tt0068646' : 'nm0000199'}`);
    field.current?.focus();
  };

  return (
    <search>
      <form className={styles.search} aria-label={words[kind].form} onSubmit={submit} noValidate>
        <Autocomplete
          ref={field}
          name="imdbId"
          label={words.imdbId}
          placeholder={words[kind].example}
          required
          value={typed}
          error={problem}
          maxLength={2_000}
          className={styles.field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-busy={isFetching}
          data={hits.map((hit) => ({ value: hit.imdbId, label: hit.title ?? hit.name ?? hit.imdbId }))}
          // The server has chosen already.
          filter={({ options }) => options}
          maxDropdownHeight={360}
          comboboxProps={{ shadow: 'md' }}
          renderOption={({ option }) => {
            const hit = hits.find(({ imdbId }) => imdbId === option.value);
            return (
              <span className={styles.option}>
                <bdi>
                  {hit?.title ?? hit?.name}
                  {hit?.year != null && ` (${hit.year})`}
                </bdi>
                <code>{option.value}</code>
              </span>
            );
          }}
          onChange={(next) => {
            setTyping(true);
            setProblem(undefined);
            setTyped(next);
          }}
          onOptionSubmit={(chosen) => {
            setTyping(false);
            onSearch(chosen, getAll);
          }}
        />
        <div className={styles.buttons}>
          <YesNo label={words.getAll} value={getAll} onChange={setGetAll} />
          <Button type="submit">{words.search}</Button>
        </div>
      </form>
    </search>
  );
};
