import { Button } from '@mantine/core';
import { IconCheck, IconLink } from '@tabler/icons-react';
import { CopyManually } from './CopyText.tsx';
import { useCopy } from './useCopy.ts';

/** Copies the address of what is shown: filters, page and tab are in it. */
export const CopyLink = () => {
  const address = window.location.href;
  const { state, run, close } = useCopy(address);
  return (
    <>
      <Button
        variant="default"
        leftSection={state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
        onClick={run}
      >
        <span role="status">{state === 'copied' ? 'Copied' : 'Copy link'}</span>
      </Button>
      {state === 'manual' && <CopyManually value={address} label="link" onClose={close} />}
    </>
  );
};
