/** The modules of the server, lowest first; one imports, and reads the tables of, only those that stand before it. */
export const MODULES: readonly string[] = [
  'configuration',
  'logs',
  'audit',
  'notifications',
  'mail',
  'accounts',
  'actions',
  'preferences',
  'plans',
  'tokens',
  'quota',
  'catalog',
  'search',
  'billing',
  'tasks',
  'feeds',
];
