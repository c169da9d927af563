type Standing = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'exitCode'>;

/** What is wrong with standard output, where that is worth a word: who reads no further has read what they wanted. */
const complaintOf = ({ code, message }: NodeJS.ErrnoException): string | null =>
  code === 'EPIPE' ? null : `What this command tells could not be written: ${message}\n`;

/** Has a command go on to its end, and leave things as it should, though nobody reads what it says or a disk is full. */
export const outliveReaders = (standing: Standing): void => {
  const { stdout, stderr } = standing;
  stderr.on('error', () => {});
  let isTold = false;
  stdout.on('error', (error) => {
    const complaint = complaintOf(error);
    if (complaint === null || isTold) return;
    isTold = true;
    standing.exitCode = 1;
    stderr.write(complaint);
  });
};
