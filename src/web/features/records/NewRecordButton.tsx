import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { editing } from '#web/words/editing.ts';
import type { RecordKind } from './record-search.ts';
import type { RecordTools } from './tools.ts';

interface Props {
  readonly kind: RecordKind;
  readonly tools: Pick<RecordTools, 'NewRecord'>;
  /** The address asks for the form; that is taken back once it is open. */
  readonly asked: boolean;
  readonly onAsked: () => void;
}

/** Opens the form of a record that IMDb does not have. */
export const NewRecordButton = ({ kind, tools: { NewRecord }, asked, onAsked }: Props) => {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  useEffect(() => {
    if (!asked) return;
    setState('open');
    onAsked();
  }, [asked]);
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setState('open')}>
        {editing.create[kind]}
      </Button>
      {state !== 'never' && (
        <Suspense>
          <NewRecord kind={kind} opened={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
};
