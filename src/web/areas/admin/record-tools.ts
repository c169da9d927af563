import { lazy } from 'react';
import type { RecordTools } from '#web/features/records/tools.ts';

const editor = () => import('#web/features/records/editing/PartEditor.tsx');

/** Forms and whatever else changes records: not among what is loaded to read them. */
export const RECORD_TOOLS: RecordTools = {
  Editor: lazy(() => editor().then((file) => ({ default: file.PartEditor }))),
  // What fails is told when the form is opened.
  nearEditor: () => void editor().catch(() => undefined),
  History: lazy(() =>
    import('#web/features/records/editing/HistoryList.tsx').then((file) => ({ default: file.HistoryList })),
  ),
  NewRecord: lazy(() =>
    import('#web/features/records/editing/NewRecord.tsx').then((file) => ({ default: file.NewRecord })),
  ),
  Merge: lazy(() =>
    import('#web/features/records/editing/MergeDialog.tsx').then((file) => ({ default: file.MergeDialog })),
  ),
  Picture: lazy(() =>
    import('#web/features/records/editing/PictureEditor.tsx').then((file) => ({ default: file.PictureEditor })),
  ),
};
