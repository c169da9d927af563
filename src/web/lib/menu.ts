import { useMatches, useRouter } from '@tanstack/react-router';
import type { PagePath } from './return-url.ts';

/** The account's list, the administration's bar, one of its groups, or the menu of its profile. */
type MenuPlace = 'account' | 'bar' | 'manage' | 'data' | 'tasks' | 'profile';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The menu that leads to the page, and its name there. Menus keep the order of the pages. */
    readonly menu?: { readonly place: MenuPlace; readonly label: string };
    /** The menu that a page belongs to which stands in none. */
    readonly within?: MenuPlace;
  }
}

export interface MenuLink {
  readonly label: string;
  readonly to: PagePath;
  readonly place: MenuPlace;
}

/** What stands in these menus. */
export const useMenu = (...places: readonly MenuPlace[]): readonly MenuLink[] =>
  Object.entries(useRouter().routesByPath).flatMap(([path, { options }]) => {
    const menu = options.staticData?.menu;
    return menu !== undefined && places.includes(menu.place) ? [{ ...menu, to: path as PagePath }] : [];
  });

/** The menu that the page shown belongs to without standing there. */
export const useMenuAround = (): MenuPlace | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.within });
