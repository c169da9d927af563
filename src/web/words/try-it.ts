/** What the two consoles say. */
export const tryIt = {
  name: 'Console',
  languages: 'Language of the sample',
  sample: (language: string) => `Sample in ${language}`,
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'The sample, press Ctrl C to copy',
  id: 'IMDb id',
  parts: 'Parts to include',
  send: 'Send',
  stop: 'Stop',
  keys: 'Ctrl Enter',
  ownToken: 'Use my API token',
  badId: 'An id is tt or nm and at least 7 digits, such as tt0068646',
  idle: 'The answer appears here.',
  stopped: 'Stopped',
  wait: (seconds: number) =>
    seconds > 0
      ? `That was a lot of calls. Send again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
      : 'Ready: send again.',
  view: 'Answer',
  body: 'JSON',
  headers: 'Headers',
  split: (server: string, network: string) => `server ${server} ms, network ${network} ms`,
  recent: (calls: number, p50: string, p95: string) =>
    `your last ${calls} ${calls === 1 ? 'call' : 'calls'}: p50 ${p50}, p95 ${p95}`,
  line: 'The dashed line is 300 ms',
  anyCall: 'Try it',
  path: 'Path to call',
  badPath: 'The path must begin with /api/',
  answer: 'Response',
  noContact: 'Could not contact with server',
  tooLate: 'No answer within 30 seconds',
  empty: 'The answer has no content.',
  other: (type: string, size: string) => `${type}, ${size}`,
} as const;
