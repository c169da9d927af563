import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { shell } from '#web/words/shell.ts';
import { adminOnly } from './guards.ts';
import { root } from './root.ts';
import { said } from './said.ts';

// The pages of the administration: see pages.ts.

const words = shell.admin;

const adminArea = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  beforeLoad: adminOnly,
  component: lazyRouteComponent(() => import('./layouts/AdminLayout.tsx'), 'AdminLayout'),
});

export const adminPages = adminArea.addChildren([
  createRoute({
    getParentRoute: () => adminArea,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/admin/dashboard', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'dashboard',
    staticData: { menu: { place: 'bar', label: words.dashboard } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/DashboardPage.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'products-roles',
    staticData: { menu: { place: 'manage', label: words.products } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/ProductsRolesPage.tsx'), 'ProductsRolesPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'configuration',
    staticData: { menu: { place: 'manage', label: words.configuration } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/ConfigurationPage.tsx'), 'ConfigurationPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'configuration/history',
    staticData: { within: 'manage' },
    validateSearch: said,
    component: lazyRouteComponent(
      () => import('#web/areas/admin/ConfigurationHistoryPage.tsx'),
      'ConfigurationHistoryPage',
    ),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'logging',
    staticData: { menu: { place: 'manage', label: words.logging } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/LoggingPage.tsx'), 'LoggingPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'manager',
    staticData: { menu: { place: 'manage', label: words.manager } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/ManagerPage.tsx'), 'ManagerPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'users',
    staticData: { menu: { place: 'manage', label: words.users } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/UsersPage.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'actions',
    staticData: { menu: { place: 'manage', label: words.actions } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/ActionsPage.tsx'), 'ActionsPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'movie-data',
    staticData: { menu: { place: 'data', label: words.movies } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/MovieDataPage.tsx'), 'MovieDataPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'name-data',
    staticData: { menu: { place: 'data', label: words.names } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/NameDataPage.tsx'), 'NameDataPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'user-info',
    staticData: { menu: { place: 'data', label: words.userInfo } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/UserInfoPage.tsx'), 'UserInfoPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'manual-update',
    staticData: { menu: { place: 'data', label: words.manualUpdate } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/ManualUpdatePage.tsx'), 'ManualUpdatePage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'tasks',
    staticData: { menu: { place: 'tasks', label: words.taskList } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/TasksPage.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'tasks/detail',
    staticData: { within: 'tasks' },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/TaskFormPage.tsx'), 'TaskFormPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'tasks/in-progress',
    staticData: { menu: { place: 'tasks', label: words.inProgress } },
    component: lazyRouteComponent(() => import('#web/areas/admin/TasksInProgressPage.tsx'), 'TasksInProgressPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'tasks/runs',
    staticData: { within: 'tasks' },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/TaskRunsPage.tsx'), 'TaskRunsPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'audit-requests',
    staticData: { menu: { place: 'bar', label: words.audit } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/AuditPage.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'logs',
    staticData: { menu: { place: 'bar', label: words.logs } },
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/LogsPage.tsx'), 'LogsPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'notifications',
    validateSearch: said,
    component: lazyRouteComponent(() => import('#web/areas/admin/NotificationsPage.tsx'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: () => adminArea,
    path: 'profile',
    staticData: { menu: { place: 'profile', label: words.profile } },
    component: lazyRouteComponent(() => import('#web/areas/admin/ProfilePage.tsx'), 'ProfilePage'),
  }),
]);
