import { Button } from '@mantine/core';
import { useState } from 'react';
import { records as words } from '#web/words/records.ts';
import { UpdatePreview } from './UpdatePreview.tsx';
import { useUpdate } from './useUpdate.ts';

/** Fetches the record anew, at once or after a look at what would change. */
export const UpdateButtons = ({ id }: { readonly id: string }) => {
  const [looking, setLooking] = useState(false);
  const { isPending, update } = useUpdate(id, () => setLooking(false));
  return (
    <>
      <Button loading={isPending} onClick={update}>
        {words.fetch.update}
      </Button>
      <Button variant="default" disabled={isPending} onClick={() => setLooking(true)}>
        {words.fetch.preview}
      </Button>
      <UpdatePreview id={id} opened={looking} busy={isPending} onUpdate={update} onClose={() => setLooking(false)} />
    </>
  );
};
