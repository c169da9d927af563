/** What every form says. */
export const forms = {
  save: 'Save',
  cancel: 'Cancel',
  /** As the server says it. */
  required: 'is required',
  leaveTitle: 'Discard what you typed?',
  leaveText: 'It has not been saved.',
  discard: 'Discard',
  stay: 'Go on editing',
  kept: 'What you typed before your session ended is here again. It is not saved yet.',
  meanwhile: 'Somebody else has saved this meanwhile',
  meanwhileText: 'Nothing of yours has been saved yet. Where theirs and yours differ:',
  field: 'Field',
  theirs: 'Theirs',
  yours: 'Yours',
  untouched: '(not changed, theirs is kept)',
  nothing: '(empty)',
  none: '(none)',
  yes: 'YES',
  no: 'NO',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine and save',
} as const;
