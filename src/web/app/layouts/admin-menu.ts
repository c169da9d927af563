import { type MenuLink, useMenu } from '#web/lib/menu.ts';
import { shell } from '#web/words/shell.ts';

const { manage, data, tasks } = shell.admin;
const GROUPS = { manage, data, tasks } as const;
type Group = keyof typeof GROUPS;

export interface MenuGroup {
  readonly label: string;
  readonly links: readonly MenuLink[];
}

/** An entry of the administration's bar: a group opens; a link goes. */
export type MenuEntry = MenuLink | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'links' in entry;

/** The page that shows what is running: what leads to it says how much that is. */
export const tellsRunning = ({ to }: MenuLink): boolean => to === '/admin/tasks/in-progress';

const isOfGroup = (place: MenuLink['place']): place is Group => Object.hasOwn(GROUPS, place);

/** The administration's bar in its order: a group stands where its first page does, and one without pages nowhere. */
export const useAdminMenu = (): readonly MenuEntry[] => {
  const links = useMenu('bar', ...(Object.keys(GROUPS) as Group[]));
  return links.flatMap((link): readonly MenuEntry[] => {
    const { place } = link;
    if (!isOfGroup(place)) return [link];
    const group = links.filter((other) => other.place === place);
    return group[0] === link ? [{ label: GROUPS[place], links: group }] : [];
  });
};
