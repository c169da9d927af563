import { useEffect, useRef, useState } from 'react';
import type { ExportFormat, ListExport } from '#contracts/list-export.ts';
import { CallFailed } from '#web/lib/call-failed.ts';
import type { AnyInput } from '#web/lib/call-rules.ts';
import { saveListFile } from '#web/lib/list-file.ts';
import { tell } from '#web/lib/messages.ts';
import { bytes } from '#web/lib/numbers.ts';
import { BrokenOff, type Progress } from '#web/lib/pour.ts';
import { tellOf } from '#web/lib/query.ts';
import { MOST_HELD, TooLarge } from '#web/lib/sink.ts';
import { exporting as words } from '#web/words/export.ts';

/** Milliseconds between two figures of the progress: more could not be read. */
const SHOWN_MS = 250;

interface How {
  readonly format: ExportFormat;
  readonly isLarge: boolean;
  /** How many rows there will be; null where that is not known. */
  readonly of: number | null;
}

const NONE: Progress = { rows: 0, bytes: 0 };

const tellFailed = (error: unknown, again: () => void): void => {
  const retry = { label: words.again, run: again };
  if (error instanceof CallFailed) tellOf(error);
  else if (error instanceof BrokenOff) tell(words.broken(error.rows), 'danger', retry);
  else if (error instanceof TooLarge) tell(words.tooLarge(bytes(MOST_HELD)), 'danger');
  else tell(words.notWritten, 'danger', retry);
};

/** Saves lists as files, one at a time; who leaves the page stops it. */
export const useExport = () => {
  const own = useRef<AbortController | null>(null);
  const [running, setRunning] = useState<(Progress & Pick<How, 'of'>) | null>(null);
  useEffect(
    () => () => {
      if (own.current === null) return;
      own.current.abort();
      tell(words.left);
    },
    [],
  );

  const begin = async (exported: ListExport<never>, input: AnyInput, how: How): Promise<void> => {
    const control = new AbortController();
    own.current = control;
    const { of, ...asked } = how;
    setRunning({ ...NONE, of });
    let shown = 0;
    const onProgress = (progress: Progress): void => {
      if (performance.now() - shown < SHOWN_MS || control.signal.aborted) return;
      shown = performance.now();
      setRunning({ ...progress, of });
    };
    try {
      const saved = await saveListFile(exported, input, { ...asked, signal: control.signal, onProgress });
      if (saved) tell(words.done(saved.name, saved.rows), 'success');
    } catch (error) {
      if (!control.signal.aborted) tellFailed(error, () => void begin(exported, input, how));
    }
    if (own.current !== control) return;
    own.current = null;
    setRunning(null);
  };

  return {
    /** How far it is; null while nothing is saved. */
    running,
    begin: (...given: Parameters<typeof begin>): void => void begin(...given),
    stop: (): void => {
      own.current?.abort();
      own.current = null;
      setRunning(null);
      tell(words.stopped);
    },
  };
};
