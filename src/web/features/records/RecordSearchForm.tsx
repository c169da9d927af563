import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { YesNo } from '#web/ui/YesNo.tsx';
import { records as words } from '#web/words/records.ts';
import { typedId } from '../../lib/typed-id.ts';
import styles from './form.module.css';
import { RecordSuggest } from './RecordSuggest.tsx';
import type { RecordKind } from './record-search.ts';

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
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    setTyped(id);
    setProblem(undefined);
  }, [id]);
  useEffect(() => setGetAll(all), [all]);

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
        <RecordSuggest
          ref={field}
          kind={kind}
          name="imdbId"
          label={words.imdbId}
          placeholder={words[kind].example}
          required
          value={typed}
          error={problem}
          className={styles.field}
          onType={(next) => {
            setProblem(undefined);
            setTyped(next);
          }}
          onChoose={({ imdbId }) => onSearch(imdbId, getAll)}
        />
        <div className={styles.buttons}>
          <YesNo label={words.getAll} value={getAll} onChange={setGetAll} />
          <Button type="submit">{words.search}</Button>
        </div>
      </form>
    </search>
  );
};
