import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { forms } from '#web/words/forms.ts';
import type { Leaving } from './useLeaving.ts';

/** Whether what was typed may be lost. */
export const LeaveQuestion = ({ leaving: { isAsking, discard, stay } }: { readonly leaving: Leaving }) => (
  <ConfirmDialog
    opened={isAsking}
    title={forms.leaveTitle}
    confirm={forms.discard}
    keep={forms.stay}
    danger
    onConfirm={discard}
    onClose={stay}
  >
    {forms.leaveText}
  </ConfirmDialog>
);
