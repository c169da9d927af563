import { Outlet } from '@tanstack/react-router';
import { Shell } from './Shell.tsx';

export const PublicLayout = () => (
  <Shell>
    <Outlet />
  </Shell>
);
