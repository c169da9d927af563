import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { editorParts, imdbHistory, imdbImage, imdbImageDelete } from '#contracts/editor.api.ts';
import { LARGEST_PICTURE } from '#contracts/image.api.ts';
import { imdbParts } from '#contracts/imdb.api.ts';
import { clearTrouble, tell } from '#web/lib/messages.ts';
import { keyOf, tellOf, useCall, useSend } from '#web/lib/query.ts';
import { upload } from '#web/lib/upload.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DropZone } from '#web/ui/DropZone.tsx';
import kit from '#web/ui/kit.module.css';
import { Poster } from '#web/ui/Poster.tsx';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { editing } from '#web/words/editing.ts';
import { Locked } from '../Provenance.tsx';
import styles from '../picture.module.css';
import type { PictureProps } from '../tools.ts';
import { useOpened } from '../useRecord.ts';

const words = editing.picture;
const ENDINGS = ['.jpg', '.jpeg', '.png', '.webp', '.gif'];
const PART = { movie: 'posterUrl', name: 'photoUrl' } as const;

/** The picture of a record, a place for another one, and the way back to what stood there before. */
export const PictureEditor = (props: PictureProps) => {
  const { kind, id } = useOpened();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState(0);
  const { data } = useCall(editorParts, { params: { imdbId: id }, query: { parts: PART[kind] } });
  const picture = data?.data[0];
  const changed = (): void => {
    for (const endpoint of [editorParts, imdbHistory, imdbParts])
      void queries.invalidateQueries({ queryKey: keyOf(endpoint) });
  };
  const sending = useMutation({
    mutationFn: (file: File) => {
      clearTrouble();
      setSent(0);
      return upload(imdbImage, { params: { imdbId: id } }, file, setSent);
    },
    onSuccess: ({ width, height }) => {
      tell(words.given(width, height), 'success');
      changed();
    },
    onError: tellOf,
  });
  const remove = useSend(imdbImageDelete, {
    onSuccess: (result) => {
      tellOf(result);
      changed();
    },
    onError: tellOf,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <Poster {...props} key={props.changed} imdbId={id} shape={kind === 'movie' ? 'poster' : 'portrait'} eager />
      <div className={styles.upload}>
        {picture?.locked && (
          <p className={kit.small}>
            <Locked part={PART[kind]} by={picture.by} />
          </p>
        )}
        <DropZone
          label={words.upload}
          endings={ENDINGS}
          most={LARGEST_PICTURE}
          busy={sending.isPending}
          onFiles={([file]) => file && sending.mutate(file)}
        />
        {sending.isPending && <UploadProgress share={sent} />}
        {picture?.locked && (
          <button type="button" className={kit.link} onClick={() => setAsking(true)}>
            {words.remove}
          </button>
        )}
        <ConfirmDialog
          opened={asking}
          title={words.remove}
          confirm={words.remove}
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { imdbId: id } })}
          onClose={() => setAsking(false)}
        >
          {words.question}
        </ConfirmDialog>
      </div>
    </>
  );
};
