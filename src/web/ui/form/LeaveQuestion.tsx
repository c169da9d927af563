import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { forms } from '#web/words/forms.ts';
import type { Leaving } from './useLeaving.ts';

interface Props {
  readonly leaving: Leaving;
  /** What is asked, where something else than what was typed would be lost. */
  readonly words?: Readonly<Record<'leaveTitle' | 'leaveText' | 'discard' | 'stay', string>>;
}

/** Whether what was typed may be lost. */
export const LeaveQuestion = ({ leaving: { isAsking, discard, stay }, words = forms }: Props) => (
  <ConfirmDialog
    opened={isAsking}
    title={words.leaveTitle}
    confirm={words.discard}
    keep={words.stay}
    danger
    onConfirm={discard}
    onClose={stay}
  >
    {words.leaveText}
  </ConfirmDialog>
);
