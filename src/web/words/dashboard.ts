export const dashboard = {
  lastTokens: 'Last tokens',
  count: (shown: string) => `(${shown})`,
  columns: { token: 'Token', email: 'Email', ip: 'IP', registered: 'Registration date', valid: 'Valid' },
  yes: 'YES',
  no: 'NO',
  none: 'No new tokens',
  noneMore: 'Whoever registers today is listed here.',
  refresh: 'Refresh',
  noIp: 'unknown',
} as const;
