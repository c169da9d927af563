interface FailedCall {
  readonly text: string | null;
  readonly reason: string;
}

const isFailedCall = (error: unknown): error is FailedCall =>
  error instanceof Error && 'text' in error && 'reason' in error;

/** The sentence for people: the server's own, else one that fits. Texts of our own mistakes are not for people. */
export const errorText = (error: unknown): string => {
  const failed = isFailedCall(error) ? error : null;
  const other = failed?.reason === 'unreachable' ? 'Could not contact with server' : 'Error contacting the server';
  return failed?.text ?? other;
};
