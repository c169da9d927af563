import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LandingPage } from '#web/areas/public/LandingPage.tsx';
import { parseOffer } from '#web/lib/offer-search.ts';
import { shell } from '#web/words/shell.ts';
import { adminPages } from './admin-pages.ts';
import { invitedOnly, personOnly, signInOnly } from './guards.ts';
import { PublicLayout } from './layouts/PublicLayout.tsx';
import { root } from './root.ts';
import { said, saidOnly } from './said.ts';

// Every page of the site, once: its address, who may see it, its layout, its file and its place in the menus.

// The pages of a layout share it, so that changing between them leaves the header alone.
const publicArea = createRoute({ getParentRoute: () => root, id: 'public', component: PublicLayout });
const userArea = createRoute({
  getParentRoute: () => root,
  id: 'user',
  beforeLoad: personOnly,
  component: lazyRouteComponent(() => import('./layouts/UserLayout.tsx'), 'UserLayout'),
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
      validateSearch: saidOnly('email', 'invitation', 'returnUrl'),
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
    createRoute({
      getParentRoute: () => publicArea,
      path: 'status',
      component: lazyRouteComponent(() => import('#web/areas/public/StatusPage.tsx'), 'StatusPage'),
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'terms',
      component: lazyRouteComponent(() => import('#web/areas/public/TextPage.tsx'), 'TermsPage'),
    }),
    createRoute({
      getParentRoute: () => publicArea,
      path: 'privacy',
      component: lazyRouteComponent(() => import('#web/areas/public/TextPage.tsx'), 'PrivacyPage'),
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
      path: 'webhooks',
      staticData: { menu: { place: 'account', label: shell.webhooks } },
      component: lazyRouteComponent(() => import('#web/areas/account/WebhooksPage.tsx'), 'WebhooksPage'),
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
  adminPages,
]);
