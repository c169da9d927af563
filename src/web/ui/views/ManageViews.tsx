import { Button, TextInput } from '@mantine/core';
import { IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { LONGEST_VIEW_NAME } from '#contracts/preference.api.ts';
import type { View } from '#web/lib/saved-views.ts';
import { desk } from '#web/words/desk.ts';
import { Dialog } from '../Dialog.tsx';
import { IconAction } from '../IconAction.tsx';
import kit from '../kit.module.css';
import type { Views } from './useViews.ts';
import styles from './views.module.css';

const words = desk.views;

interface RowProps {
  readonly view: View;
  readonly views: Views;
}

const Renaming = ({ view, views, onDone }: RowProps & { readonly onDone: () => void }) => {
  const [name, setName] = useState(view.name);
  const wanted = name.trim();
  const rename = (event: FormEvent): void => {
    event.preventDefault();
    if (wanted === '') return;
    if (wanted !== view.name) views.rename(view, wanted);
    onDone();
  };
  return (
    <form className={styles.renaming} aria-label={words.renameTitle} onSubmit={rename}>
      <TextInput
        aria-label={words.name}
        value={name}
        maxLength={LONGEST_VIEW_NAME}
        autoComplete="off"
        autoFocus
        error={wanted === '' && words.nameMissing}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Button type="submit">Save</Button>
      <Button variant="default" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
};

interface ShownProps extends RowProps {
  readonly onRename: () => void;
  readonly onRemoved: () => void;
}

const Row = ({ view, views, onRename, onRemoved }: ShownProps) => {
  const { id, name, search, isDefault } = view;
  return (
    <>
      <span className={styles.of}>
        <bdi className={styles.name}>{name}</bdi>
        <code className={`${kit.codeCell} ${styles.search}`}>{search}</code>
      </span>
      <span className={styles.actions}>
        <IconAction
          label={isDefault ? words.fromDefault(name) : words.toDefault(name)}
          pressed={isDefault}
          onRun={() => views.setDefault(isDefault ? null : id)}
        >
          {isDefault ? <IconStarFilled size={18} aria-hidden /> : <IconStar size={18} aria-hidden />}
        </IconAction>
        <IconAction label={words.rename(name)} onRun={onRename}>
          <IconPencil size={18} aria-hidden />
        </IconAction>
        <IconAction
          label={words.remove(name)}
          onRun={() => {
            views.remove(view);
            onRemoved();
          }}
        >
          <IconTrash size={18} aria-hidden />
        </IconAction>
      </span>
    </>
  );
};

interface Props {
  readonly views: Views;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Renames and deletes saved views, and says where menus lead. */
export const ManageViews = ({ views, opened, onClose }: Props) => {
  const [renaming, setRenaming] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // What had the focus goes; who used it stays here.
  const stay = (): void => list.current?.focus();
  return (
    <Dialog opened={opened} title={words.manageTitle} size={560} onClose={onClose}>
      {views.views.length === 0 && <p>{words.none}</p>}
      <ul ref={list} tabIndex={-1} className={styles.list}>
        {views.views.map((view) => (
          <li key={view.id}>
            {view.id === renaming ? (
              <Renaming
                view={view}
                views={views}
                onDone={() => {
                  setRenaming(null);
                  stay();
                }}
              />
            ) : (
              <Row view={view} views={views} onRename={() => setRenaming(view.id)} onRemoved={stay} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
