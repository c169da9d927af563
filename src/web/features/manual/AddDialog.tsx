import { useState } from 'react';
import type { AddedIds } from '#contracts/manual.api.ts';
import { FormDialog } from '#web/ui/form/FormDialog.tsx';
import { manual as words } from '#web/words/manual.ts';
import { AddForm } from './AddForm.tsx';
import { AddResult } from './AddResult.tsx';
import { useReload } from './useDoing.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const Add = ({ onClose }: Pick<Props, 'onClose'>) => {
  const [added, setAdded] = useState<AddedIds | null>(null);
  const reload = useReload();
  if (added !== null) return <AddResult added={added} onAgain={() => setAdded(null)} onClose={onClose} />;
  return (
    <AddForm
      onLeave={onClose}
      onAdded={(answer) => {
        setAdded(answer);
        void reload();
      }}
    />
  );
};

/** Ids that are pasted, and then what became of each. */
export const AddDialog = ({ opened, onClose }: Props) => (
  <FormDialog opened={opened} title={words.add.title} size={720} onClose={onClose}>
    <Add onClose={onClose} />
  </FormDialog>
);
