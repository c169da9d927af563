import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { parseDashboard } from '#web/areas/admin/dashboard-view.ts';
import { LandingPage } from '#web/areas/public/LandingPage.tsx';
import { parseView } from '#web/features/audit/view.ts';
import { parseManagerSearch } from '#web/features/manager/manager-search.ts';
import { parsePayments } from '#web/features/payments/payments-search.ts';
import { parseProducts } from '#web/features/products/products-search.ts';
import { parseOffer } from '#web/features/purchase/offer-search.ts';
import { parseUserSearch } from '#web/features/users/user-search.ts';
import { parseSearch, stringifySearch } from '#web/lib/return-url.ts';
import { adminOnly, guestOnly, invitedOnly, personOnly } from './guards.ts';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import { BrokenPage, NotHerePage } from './layouts/Trouble.tsx';

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

const landing = createRoute({
  getParentRoute: () => publicArea,
  path: '/',
  validateSearch: parseOffer,
  component: LandingPage,
});
const login = createRoute({
  getParentRoute: () => publicArea,
  path: 'login',
  beforeLoad: guestOnly,
  validateSearch: ({ returnUrl, ended }: Record<string, unknown>): { returnUrl?: string; ended?: string } => ({
    ...(typeof returnUrl === 'string' && { returnUrl }),
    ...(typeof ended === 'string' && { ended }),
  }),
  component: lazyRouteComponent(() => import('#web/areas/public/LoginPage.tsx'), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => publicArea,
  path: 'register',
  validateSearch: ({ email, invitation }: Record<string, unknown>): { email?: string; invitation?: string } => ({
    ...(typeof email === 'string' && { email }),
    ...(typeof invitation === 'string' && { invitation }),
  }),
  beforeLoad: invitedOnly,
  component: lazyRouteComponent(() => import('#web/areas/public/RegisterPage.tsx'), 'RegisterPage'),
});

const account = createRoute({
  getParentRoute: () => userArea,
  path: 'profile',
  component: lazyRouteComponent(() => import('#web/areas/account/AccountPage.tsx'), 'AccountPage'),
});
const token = createRoute({
  getParentRoute: () => userArea,
  path: 'token',
  component: lazyRouteComponent(() => import('#web/areas/account/TokenPage.tsx'), 'TokenPage'),
});
const features = createRoute({
  getParentRoute: () => userArea,
  path: 'features',
  validateSearch: parseOffer,
  component: lazyRouteComponent(() => import('#web/areas/account/FeaturesPage.tsx'), 'FeaturesPage'),
});

const adminStart = createRoute({
  getParentRoute: () => adminArea,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/dashboard', replace: true });
  },
});
const payments = createRoute({
  getParentRoute: () => userArea,
  path: 'payments',
  validateSearch: parsePayments,
  component: lazyRouteComponent(() => import('#web/areas/account/PaymentsPage.tsx'), 'PaymentsPage'),
});

const dashboard = createRoute({
  getParentRoute: () => adminArea,
  path: 'dashboard',
  validateSearch: parseDashboard,
  component: lazyRouteComponent(() => import('#web/areas/admin/DashboardPage.tsx'), 'DashboardPage'),
});
const audit = createRoute({
  getParentRoute: () => adminArea,
  path: 'audit-requests',
  validateSearch: parseView,
  component: lazyRouteComponent(() => import('#web/areas/admin/AuditPage.tsx'), 'AuditPage'),
});
const userInfo = createRoute({
  getParentRoute: () => adminArea,
  path: 'user-info',
  validateSearch: parseUserSearch,
  component: lazyRouteComponent(() => import('#web/areas/admin/UserInfoPage.tsx'), 'UserInfoPage'),
});
const manager = createRoute({
  getParentRoute: () => adminArea,
  path: 'manager',
  validateSearch: parseManagerSearch,
  component: lazyRouteComponent(() => import('#web/areas/admin/ManagerPage.tsx'), 'ManagerPage'),
});
const productsRoles = createRoute({
  getParentRoute: () => adminArea,
  path: 'products-roles',
  validateSearch: parseProducts,
  component: lazyRouteComponent(() => import('#web/areas/admin/ProductsRolesPage.tsx'), 'ProductsRolesPage'),
});
const profile = createRoute({
  getParentRoute: () => adminArea,
  path: 'profile',
  component: lazyRouteComponent(() => import('#web/areas/admin/ProfilePage.tsx'), 'ProfilePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    publicArea.addChildren([landing, login, register]),
    userArea.addChildren([account, token, features, payments]),
    adminArea.addChildren([adminStart, dashboard, audit, userInfo, manager, productsRoles, profile]),
  ]),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
