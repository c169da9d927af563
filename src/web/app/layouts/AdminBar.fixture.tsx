import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '#web/app/styles.css';
import '#web/ui/kit.module.css';
import { cssVariablesResolver, theme } from '#web/app/theme.ts';
import { createQueries } from '#web/lib/query.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { shell } from '#web/words/shell.ts';
import styles from './Admin.module.css';
import { AdminBar } from './AdminBar.tsx';

// The bar with every entry that the administration will have one day.

type Menu = NonNullable<StaticDataRouteOption['menu']>;

const ENTRIES: readonly (readonly [Menu['place'], ...string[]])[] = [
  ['bar', 'Dashboard'],
  ['manage', 'Products & Roles', 'Configuration', 'Logging', 'Manager request'],
  ['data', 'Movie data', 'Name data', 'user Info', 'Manual update'],
  ['tasks', 'List', 'In progress'],
  ['bar', 'Audit'],
  ['bar', 'Logs'],
  ['bar', 'Notifications', 'Configuration history', 'Licences'],
  ['profile', 'Profile'],
];

const Body = () => {
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.body}>
      <AdminBar onPalette={() => setOpened(true)} />
      <Dialog opened={opened} title="Jump to" onClose={() => setOpened(false)}>
        <p>Palette</p>
      </Dialog>
      <main>
        <Outlet />
      </main>
    </div>
  );
};
const root = createRootRoute({ component: Body });
const pages = ENTRIES.flatMap(([place, ...labels]) =>
  labels.map((label) => {
    const path = `/${label.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
    return createRoute({
      getParentRoute: () => root,
      path,
      staticData: { menu: { place, label } },
      component: () => <h1>{label}</h1>,
    });
  }),
);
const first = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>{shell.product}</h1> });
const router = createRouter({ routeTree: root.addChildren([first, ...pages]), history: createHashHistory() });

document.title = shell.product;
const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(
  <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
    <QueryClientProvider client={createQueries()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
