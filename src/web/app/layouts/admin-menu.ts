import type { PagePath } from '#web/lib/return-url.ts';
import { products } from '#web/words/products.ts';
import { shell } from '#web/words/shell.ts';

const words = shell.admin;

export interface MenuLink {
  readonly label: string;
  readonly to: PagePath;
}

export interface MenuGroup {
  readonly label: string;
  readonly links: readonly MenuLink[];
}

/** The administration's header in its order. A group opens; a link goes. */
export const ADMIN_MENU: readonly (MenuLink | MenuGroup)[] = [
  { label: words.dashboard, to: '/admin/dashboard' },
  {
    label: words.manage,
    links: [
      { label: products.menu, to: '/admin/products-roles' },
      { label: words.manager, to: '/admin/manager' },
    ],
  },
  { label: words.data, links: [{ label: words.userInfo, to: '/admin/user-info' }] },
  { label: words.audit, to: '/admin/audit-requests' },
];

export const isGroup = (entry: MenuLink | MenuGroup): entry is MenuGroup => 'links' in entry;
