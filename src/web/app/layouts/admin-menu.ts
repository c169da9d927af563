import { type MenuLink, useMenu } from '#web/lib/menu.ts';
import { shell } from '#web/words/shell.ts';

const GROUPS = { manage: shell.admin.manage, data: shell.admin.data } as const;

export interface MenuGroup {
  readonly label: string;
  readonly links: readonly MenuLink[];
}

export const isGroup = (entry: MenuLink | MenuGroup): entry is MenuGroup => 'links' in entry;

/** The administration's header in its order: a group stands where its first page does. A group opens; a link goes. */
export const useAdminMenu = (): readonly (MenuLink | MenuGroup)[] => {
  const links = useMenu('bar', 'manage', 'data');
  return links.flatMap((link): readonly (MenuLink | MenuGroup)[] => {
    const { place } = link;
    if (place !== 'manage' && place !== 'data') return [link];
    const group = links.filter((other) => other.place === place);
    return group[0] === link ? [{ label: GROUPS[place], links: group }] : [];
  });
};
