/** Pages about the service itself. */
export const site = {
  noText: 'There is no such text here.',
  status: {
    up: 'The service answers.',
    down: 'The service does not answer.',
    degraded: {
      disk: 'There is hardly any room on its disk: data is served, changes are refused.',
      sign_in: 'There is no room on its disk: nobody can sign in.',
    },
    month: 'The last 30 days',
    p95: '95 of 100 calls took at most',
    failed: 'Failed by a fault of the server',
    none: 'too few calls',
    table: 'Day by day',
    date: 'Day (UTC)',
    state: 'State',
    p95Short: 'p95',
    failedShort: 'Failed',
    asOf: 'As of',
    note: 'By the own audit of this server. TROUBLED: 1 % of the requests or more failed; FAILING: 10 % or more; QUIET: too few to say. While a server is down it writes nothing.',
  },
} as const;
