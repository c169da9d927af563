import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { LandingPage } from '#web/areas/public/LandingPage.tsx';
import { parseOffer } from '#web/lib/offer-search.ts';
import { shell } from '#web/words/shell.ts';
import { adminOnly, invitedOnly, personOnly, signInOnly } from './guards.ts';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import { BrokenPage, NotHerePage } from './layouts/Trouble.tsx';
import { said, saidOnly } from './said.ts';

// Every page of the site, once: its address, who may see it, its layout, its file and its place in the menus.

const words = shell.admin;

const root = createRootRoute({ component: Outlet, notFoundComponent: NotHerePage, errorComponent: BrokenPage });

// The pages of a layout share it, so that changing between them leaves the header alone.
const publicArea = createRoute({ getParentRoute: () => root, id: 'public', component: PublicLayout });
const userArea = createRoute({
  getParentRoute: () => root,
  id: 'user',
  beforeLoad: personOnly,
  component: lazyRouteComponent(() => import('./layouts/UserLayout.tsx'), 'UserLayout'),
});
const adminArea = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  beforeLoad: adminOnly,
  component: lazyRouteComponent(() => import('./layouts/AdminLayout.tsx'), 'AdminLayout'),
});

export const pages = root.addChildren([
  publicArea.addChildren([
    createRoute({
      getParentRoute: () => publicArea,
      path: '/',
      validateSearch: parseOffer,
      component: LandingPage,
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'login',
      beforeLoad: signInOnly,
      validateSearch: saidOnly('returnUrl', 'ended'),
      component: lazyRouteComponent(() => import('#web/areas/public/LoginPage.tsx'), 'LoginPage'),
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'register',
      beforeLoad: invitedOnly,
      validateSearch: saidOnly('email', 'invitation'),
      component: lazyRouteComponent(() => import('#web/areas/public/RegisterPage.tsx'), 'RegisterPage'),
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'forgotten',
      component: lazyRouteComponent(() => import('#web/areas/public/ForgottenPage.tsx'), 'ForgottenPage'),
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'reset',
      validateSearch: saidOnly('email', 'link'),
      component: lazyRouteComponent(() => import('#web/areas/public/ResetPage.tsx'), 'ResetPage'),
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'confirm',
      validateSearch: saidOnly('email', 'link'),
      component: lazyRouteComponent(() => import('#web/areas/public/ConfirmPage.tsx'), 'ConfirmPage'),
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'new-address',
      validateSearch: saidOnly('email', 'link'),
      component: lazyRouteComponent(() => import('#web/areas/public/NewAddressPage.tsx'), 'NewAddressPage'),
    }),
  ]),
  userArea.addChildren([
    createRoute({
      getParentRoute: () => userArea,
      path: 'token',
      staticData: { menu: { place: 'account', label: shell.token } },
      component: lazyRouteComponent(() => import('#web/areas/account/TokenPage.tsx'), 'TokenPage'),
    }),
    createRoute({
      getParentRoute: () => userArea,
      path: 'keys',
      staticData: { menu: { place: 'account', label: shell.keys } },
      component: lazyRouteComponent(() => import('#web/areas/account/KeysPage.tsx'), 'KeysPage'),
    }),
    createRoute({
      getParentRoute: () => userArea,
      path: 'profile',
      staticData: { menu: { place: 'account', label: shell.account } },
      component: lazyRouteComponent(() => import('#web/areas/account/AccountPage.tsx'), 'AccountPage'),
    }),
    createRoute({
      getParentRoute: () => userArea,
      path: 'features',
      staticData: { menu: { place: 'account', label: shell.features } },
      validateSearch: parseOffer,
      component: lazyRouteComponent(() => import('#web/areas/account/FeaturesPage.tsx'), 'FeaturesPage'),
    }),
    createRoute({
      getParentRoute: () => userArea,
      path: 'payments',
      staticData: { menu: { place: 'account', label: shell.payments } },
      validateSearch: said,
      component: lazyRouteComponent(() => import('#web/areas/account/PaymentsPage.tsx'), 'PaymentsPage'),
    }),
  ]),
  adminArea.addChildren([
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
  ]),
]);
