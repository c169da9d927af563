import { Autocomplete, Button, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { type FormEvent, useState } from 'react';
import { LEVELS } from '#contracts/logging.api.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { logging as words } from '#web/words/logging.ts';
import styles from './logging.module.css';

export interface LevelDraft {
  readonly packageName: string;
  readonly level: string;
}

interface UpdateProps {
  readonly draft: LevelDraft;
  readonly names: readonly string[];
  readonly busy: boolean;
  readonly onDraft: (draft: LevelDraft) => void;
  readonly onSave: (draft: LevelDraft) => void;
}

/** Where a package gets a level. */
export const UpdateForm = ({ draft, names, busy, onDraft, onSave }: UpdateProps) => {
  const [tried, setTried] = useState(false);
  const isWhole = draft.packageName.trim() !== '' && draft.level !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(!isWhole);
    if (isWhole) onSave({ ...draft, packageName: draft.packageName.trim() });
  };
  return (
    <form className={styles.form} aria-label={words.update} onSubmit={submit}>
      <h2>{words.update}</h2>
      <div className={styles.fields}>
        <Autocomplete
          label={words.package}
          name="package"
          data={[...names]}
          limit={12}
          value={draft.packageName}
          error={tried && draft.packageName.trim() === '' && words.packageRequired}
          onChange={(packageName) => onDraft({ ...draft, packageName })}
        />
        <NativeSelect
          label={words.level}
          data={[{ value: '', label: words.choose }, ...LEVELS]}
          value={draft.level}
          error={tried && draft.level === '' && words.levelRequired}
          onChange={({ currentTarget: { value } }) => onDraft({ ...draft, level: value })}
        />
        <BusyButton className={styles.button} type="submit" busy={busy}>
          {words.save}
        </BusyButton>
      </div>
    </form>
  );
};

interface GetProps {
  /** The package that is shown; empty: all of them. */
  readonly shown: string;
  readonly names: readonly string[];
  readonly onGet: (packageName: string) => void;
}

/** Where the level of one package is asked for. */
export const GetForm = ({ shown, names, onGet }: GetProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const value = typed ?? shown;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const name = value.trim();
    setTried(name === '');
    if (name === '') return;
    setTyped(null);
    onGet(name);
  };
  return (
    <form className={styles.form} aria-label={words.get} onSubmit={submit}>
      <h2>{words.get}</h2>
      <div className={styles.fields}>
        <Autocomplete
          label={words.package}
          name="wanted"
          data={[...names]}
          limit={12}
          value={value}
          error={tried && value.trim() === '' && words.packageRequired}
          onChange={setTyped}
        />
        <Button className={styles.button ?? ''} type="submit" variant="default">
          {words.ask}
        </Button>
        {shown !== '' && (
          <Button
            className={styles.button ?? ''}
            variant="subtle"
            onClick={() => {
              setTyped(null);
              setTried(false);
              onGet('');
            }}
          >
            {words.all}
          </Button>
        )}
      </div>
    </form>
  );
};
