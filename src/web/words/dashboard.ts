export const dashboard = {
  lastTokens: 'Last tokens',
  columns: { token: 'Token', email: 'Email', ip: 'IP', registered: 'Registration date', valid: 'Valid' },
  yes: 'YES',
  no: 'NO',
  none: 'No new tokens',
  noneMore: 'Whoever registers today is listed here.',
  refresh: 'Refresh',
  noIp: 'unknown',
  unpaid: {
    title: 'Terms of sources',
    text: 'Payments are on, and the terms of these published sources forbid to take money for their data:',
    next: 'Leave them out of SOURCES_PUBLIC, set PAYMENT_PROVIDER to none, or agree with who owns the data.',
  },
} as const;
