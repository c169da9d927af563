import { Button, FileButton, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { imdbImport, LARGEST_BUNDLE } from '#contracts/imdb.api.ts';
import { errorDetails } from '#web/lib/call-failed.ts';
import { clearTrouble, tell } from '#web/lib/messages.ts';
import { bytes } from '#web/lib/numbers.ts';
import { upload } from '#web/lib/upload.ts';
import { Failed } from '#web/ui/EmptyState.tsx';
import kit from '#web/ui/kit.module.css';
import { records as words } from '#web/words/records.ts';
import own from './import.module.css';
import type { RecordKind } from './record-search.ts';
import styles from './records.module.css';

interface Props {
  readonly kind: RecordKind;
  /** The record that the file has to be of. */
  readonly id: string;
  readonly onImported: (id: string) => void;
}

/** A chooser of a file with a record, and how far it has been sent. */
export const ImportFile = ({ kind, id, onImported }: Props) => {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const tooLarge = file !== null && file.size > LARGEST_BUNDLE;
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
  const percent = Math.round(sent * 100);
  const wrong = error === null ? [] : errorDetails(error);
  return (
    <section className={own.import} aria-label={words[kind].import}>
      <h2 className={styles.sub}>{words[kind].import}</h2>
      <div className={kit.row}>
        <FileButton
          accept="application/json,.json"
          disabled={isPending}
          onChange={(chosen) => {
            importing.reset();
            setFile(chosen);
          }}
        >
          {(props) => (
            <Button variant="default" {...props}>
              {words.file.choose}
            </Button>
          )}
        </FileButton>
        <span className={own.fileName}>{file === null ? words.file.none : `${file.name}, ${bytes(file.size)}`}</span>
        <Button
          disabled={file === null || tooLarge}
          loading={isPending}
          onClick={() => file !== null && importing.mutate(file)}
        >
          {words.file.import}
        </Button>
      </div>
      {isPending && (
        <div className={own.progress}>
          <Progress value={percent} aria-label={words.file.progress} />
          <span className={kit.small} role="status">
            {words.file.progress} {percent} %
          </span>
        </div>
      )}
      {tooLarge && <p role="alert">{words.file.tooLarge(bytes(LARGEST_BUNDLE))}</p>}
      {error !== null && <Failed error={error} />}
      {wrong.length > 0 && (
        <ul className={kit.small}>
          {wrong.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code className={kit.codeCell}>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
