import { Button } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { records as words } from '#web/words/records.ts';
import type { RecordSearch } from './record-search.ts';

const JsonDialog = lazy(() => import('./JsonDialog.tsx').then((file) => ({ default: file.JsonDialog })));

/** Opens the answer of the API of what is looked at. */
export const JsonButton = ({ search }: { readonly search: RecordSearch }) => {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBraces size={16} aria-hidden />}
        title={words.json.title}
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {words.json.button}
      </Button>
      {wanted && (
        <Suspense>
          <JsonDialog opened={opened} search={search} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
};
