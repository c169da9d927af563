import { Suspense, useState } from 'react';
import { RowMenu } from '#web/ui/RowMenu.tsx';
import { editing } from '#web/words/editing.ts';
import { useTools } from './tools.ts';

/** What is seldom done with a record. */
export const RecordMenu = ({ title }: { readonly title: string }) => {
  const { Merge } = useTools();
  const [merging, setMerging] = useState<'never' | 'now' | 'closed'>('never');
  return (
    <>
      <RowMenu
        label={editing.more(title)}
        actions={[{ label: editing.merge.into, onRun: () => setMerging('now'), danger: true }]}
      />
      {merging !== 'never' && (
        <Suspense>
          <Merge title={title} opened={merging === 'now'} onClose={() => setMerging('closed')} />
        </Suspense>
      )}
    </>
  );
};
