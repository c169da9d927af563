import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from '#web/features/palette/useShortcuts.ts';
import type { PagePath } from '#web/lib/return-url.ts';
import { useScreens } from './admin-menu.ts';

const Palette = lazy(() => import('#web/features/palette/Palette.tsx').then((file) => ({ default: file.Palette })));
const ShortcutSheet = lazy(() =>
  import('#web/features/palette/ShortcutSheet.tsx').then((file) => ({ default: file.ShortcutSheet })),
);

/** The palette and the sheet of shortcuts, which keys open on every page; they are loaded when somebody wants one. */
export const useDesk = () => {
  const navigate = useNavigate();
  const screens = useScreens();
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null);
  const show = (what: 'palette' | 'sheet'): void => {
    setWanted((before) => (before.includes(what) ? before : [...before, what]));
    setOpen(what);
  };
  const close = (): void => setOpen(null);
  const showSheet = (): void => show('sheet');
  const showPalette = (): void => show('palette');
  useShortcuts({
    onPalette: showPalette,
    onSheet: showSheet,
    onGo: (page) => {
      const { search = {} } = screens.find(({ to }) => to === page) ?? {};
      void navigate({ to: page as PagePath, search: search as never });
    },
  });
  const dialogs = (
    <Suspense>
      {wanted.includes('palette') && (
        <Palette opened={open === 'palette'} screens={screens} onSheet={showSheet} onClose={close} />
      )}
      {wanted.includes('sheet') && <ShortcutSheet opened={open === 'sheet'} screens={screens} onClose={close} />}
    </Suspense>
  );
  return { showPalette, dialogs };
};
