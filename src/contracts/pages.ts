type Who = 'everyone' | 'guest' | 'person' | 'admin';

/** Every page of the site, and who may see it. */
export const PAGES = {
  '/': 'everyone',
  '/login': 'guest',
  '/register': 'guest',
  '/profile': 'person',
  '/token': 'person',
  '/features': 'person',
  '/payments': 'person',
  '/admin/dashboard': 'admin',
  '/admin/tasks': 'admin',
  '/admin/tasks/detail': 'admin',
  '/admin/audit-requests': 'admin',
  '/admin/movie-data': 'admin',
  '/admin/name-data': 'admin',
  '/admin/user-info': 'admin',
  '/admin/manual-update': 'admin',
  '/admin/manager': 'admin',
  '/admin/tasks/in-progress': 'admin',
  '/admin/tasks/runs': 'admin',
  '/admin/products-roles': 'admin',
  '/admin/profile': 'admin',
} as const satisfies Readonly<Record<string, Who>>;
