import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LONGEST_VIEW_NAME } from '#contracts/preference.api.ts';
import { desk } from '#web/words/desk.ts';
import { Dialog } from '../Dialog.tsx';
import kit from '../kit.module.css';
import { YesNo } from '../YesNo.tsx';
import type { Views } from './useViews.ts';

const words = desk.views;

interface Props {
  readonly views: Views;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const SaveForm = ({ views, onClose }: Omit<Props, 'opened'>) => {
  const [name, setName] = useState(views.shown?.name ?? '');
  const [isDefault, setIsDefault] = useState(views.shown?.isDefault ?? false);
  const [refused, setRefused] = useState(false);
  const wanted = name.trim();
  const isTaken = wanted !== views.shown?.name && views.views.some((view) => view.name === wanted);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setRefused(wanted === '');
    if (wanted === '') return;
    views.save(wanted, isDefault);
    onClose();
  };
  return (
    <form onSubmit={save} noValidate>
      <p className={kit.muted}>{words.saveHint}</p>
      <TextInput
        label={words.name}
        value={name}
        maxLength={LONGEST_VIEW_NAME}
        autoComplete="off"
        data-autofocus
        error={refused && wanted === '' && words.nameMissing}
        description={isTaken ? words.nameTaken(wanted) : undefined}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <p>
        <YesNo label={words.asDefault} value={isDefault} onChange={setIsDefault} />
      </p>
      <div className={kit.dialogActions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </div>
    </form>
  );
};

/** Asks for the name under which the page is saved as it is now. */
export const SaveView = ({ opened, ...form }: Props) => (
  <Dialog opened={opened} title={words.saveTitle} onClose={form.onClose}>
    <SaveForm {...form} />
  </Dialog>
);
