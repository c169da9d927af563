import { createRootRoute, Outlet } from '@tanstack/react-router';
import { BrokenPage, NotHerePage } from './layouts/Trouble.tsx';

/** What all pages stand below. */
export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotHerePage,
  errorComponent: BrokenPage,
});
