import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { imdbDelete, imdbExport, imdbParts } from '#contracts/imdb.api.ts';
import { fetchFile } from '#web/lib/fetch-file.ts';
import { clearTrouble, tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useSend } from '#web/lib/query.ts';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import styles from './records.module.css';
import { UpdateButtons } from './UpdateButtons.tsx';
import { useOpened } from './useRecord.ts';

interface Props {
  readonly id: string;
  readonly title: string;
}

/** What can be done with a whole record. */
export const RecordActions = ({ id, title }: Props) => {
  const { kind } = useOpened();
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useSend(imdbDelete);
  const params = { imdbId: id };
  const file = useMutation({
    mutationFn: () => {
      clearTrouble();
      return fetchFile(imdbExport, { params });
    },
    onSuccess: (name) => tell(words.exported(name), 'success'),
    onError: tellOf,
  });

  const gone = async (): Promise<void> => {
    await navigate({ to: pageOfRecord(id).to, search: {}, replace: true });
    document.getElementById('main')?.focus({ preventScroll: true });
    queries.removeQueries({ queryKey: keyOf(imdbParts) });
  };
  const confirmed = (): void =>
    remove.mutate(
      { params },
      {
        onSuccess: (result) => {
          tellOf(result);
          void gone();
        },
        onError: tellOf,
        onSettled: () => setAsking(false),
      },
    );

  return (
    <div className={styles.actions}>
      <UpdateButtons id={id} />
      <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
        {words.exportFile}
      </Button>
      <Button variant="outline" color="danger" loading={remove.isPending} onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={words[kind].removeTitle}
        confirm={words.remove}
        danger
        busy={remove.isPending}
        onConfirm={confirmed}
        onClose={() => setAsking(false)}
      >
        <p className={kit.question}>
          {words.removeQuestion} <strong>{title}</strong>?
        </p>
        <p className={kit.muted}>{words.removeNote}</p>
      </ConfirmDialog>
    </div>
  );
};
