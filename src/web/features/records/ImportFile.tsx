import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { imdbImport, LARGEST_BUNDLE } from '#contracts/imdb.api.ts';
import { errorDetails } from '#web/lib/call-failed.ts';
import { clearTrouble, tell } from '#web/lib/messages.ts';
import { bytes } from '#web/lib/numbers.ts';
import { upload } from '#web/lib/upload.ts';
import { DropZone } from '#web/ui/DropZone.tsx';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { UploadProgress } from '#web/ui/UploadProgress.tsx';
import { records as words } from '#web/words/records.ts';
import own from './import.module.css';
import type { RecordKind } from './record-search.ts';

interface Props {
  readonly kind: RecordKind;
  /** The record that the file has to be of. */
  readonly id: string;
  readonly onImported: (id: string) => void;
}

/** A place for a file with a record, and how far it has been sent. */
export const ImportFile = ({ kind, id, onImported }: Props) => {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const importing = useMutation({
    mutationFn: (chosen: File) => {
      clearTrouble();
      setSent(0);
      return upload(imdbImport, { params: { kind }, query: { imdbId: id } }, chosen, setSent);
    },
    onSuccess: ({ imdbId, changed }) => {
      tell(changed ? words.file.imported(imdbId) : words.file.unchanged(imdbId), 'success');
      onImported(imdbId);
    },
  });
  const { isPending, error } = importing;
  const wrong = error === null ? [] : errorDetails(error);
  return (
    <div className={own.import}>
      <DropZone
        label={words[kind].import}
        endings={['.json']}
        most={LARGEST_BUNDLE}
        busy={isPending}
        onFiles={([chosen = null]) => {
          importing.reset();
          setFile(chosen);
        }}
      />
      <div className={kit.row}>
        <span className={own.fileName}>{file === null ? words.file.none : `${file.name}, ${bytes(file.size)}`}</span>
        <Button disabled={file === null} loading={isPending} onClick={() => file !== null && importing.mutate(file)}>
          {words.file.import}
        </Button>
      </div>
      {isPending && <UploadProgress share={sent} />}
      {/* The server's sentence joins what the list says. */}
      {error !== null && <Failed error={error} text={wrong.length > 0 ? words.file.foreign : undefined} />}
      {wrong.length > 0 && (
        <ul className={kit.small}>
          {wrong.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code className={kit.codeCell}>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
