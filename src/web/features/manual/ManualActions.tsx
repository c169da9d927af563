import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SplitButton } from '#web/ui/SplitButton.tsx';
import { manual as words } from '#web/words/manual.ts';
import type { Doing } from './doing.ts';
import { useDoing } from './useDoing.ts';

const TITLES = { reprocess: words.reprocess, clear: words.clear, remove: words.remove } as const;
const ALL = { all: words.ask.all, ALL: words.ask.all, MOVIES: words.ask.movies, NAMES: words.ask.names } as const;

const Question = ({ doing: { what, ids } }: { readonly doing: Doing }) => {
  if (ids === 'all') return <p>{what === 'reprocess' ? words.ask.reprocess : words.ask.clear}</p>;
  const [before, after] = words.ask.remove;
  return (
    <p>
      {before} <strong>{typeof ids === 'string' ? ALL[ids] : words.ask.rows(ids.length)}</strong> {after}
    </p>
  );
};

/** What can be done with rows, with the question that comes before it. */
export const useManualActions = (chosen: readonly number[], onDone: () => void) => {
  const [asked, setAsked] = useState<Doing | null>(null);
  const [asking, setAsking] = useState(false);
  const { isSensible, run, busy } = useDoing(() => {
    setAsking(false);
    onDone();
  });
  const ask = (doing: Doing): void => {
    if (!isSensible(doing)) return;
    setAsked(doing);
    setAsking(true);
  };
  const reprocess = (): void => {
    const doing = { what: 'reprocess', ids: chosen } as const;
    if (isSensible(doing)) run(doing);
  };
  return {
    busy,
    ask,
    reprocess,
    question: asked && (
      <ConfirmDialog
        opened={asking}
        title={TITLES[asked.what]}
        confirm={TITLES[asked.what]}
        danger={asked.what !== 'reprocess'}
        busy={busy}
        onConfirm={() => run(asked)}
        onClose={() => setAsking(false)}
      >
        <Question doing={asked} />
      </ConfirmDialog>
    ),
  };
};

interface Props extends Pick<ReturnType<typeof useManualActions>, 'ask' | 'reprocess' | 'busy'> {
  readonly chosen: readonly number[];
}

/** The buttons of the page: each for the chosen rows, with a menu for all of them. */
export const ManualActions = ({ chosen, ask, reprocess, busy }: Props) => (
  <>
    <SplitButton
      label={words.clear}
      menu={words.more(words.clear)}
      busy={busy}
      onRun={() => ask({ what: 'clear', ids: chosen })}
      actions={[{ label: words.clearAll, onRun: () => ask({ what: 'clear', ids: 'all' }) }]}
    />
    <SplitButton
      label={words.reprocess}
      menu={words.more(words.reprocess)}
      busy={busy}
      onRun={reprocess}
      actions={[{ label: words.reprocessAll, onRun: () => ask({ what: 'reprocess', ids: 'all' }) }]}
    />
    <SplitButton
      label={words.remove}
      menu={words.more(words.remove)}
      busy={busy}
      onRun={() => ask({ what: 'remove', ids: chosen })}
      actions={(
        [
          [words.removeAll, 'ALL'],
          [words.removeMovies, 'MOVIES'],
          [words.removeNames, 'NAMES'],
        ] as const
      ).map(([label, ids]) => ({ label, danger: true, onRun: () => ask({ what: 'remove', ids }) }))}
    />
  </>
);
