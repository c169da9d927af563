import type { Screen } from '#web/features/palette/useCommands.ts';
import { type MenuLink, useMenu } from '#web/lib/menu.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { searchOfDefault } from '#web/lib/saved-views.ts';
import { palette } from '#web/words/palette.ts';
import { shell } from '#web/words/shell.ts';

const { manage, data, tasks } = shell.admin;
const GROUPS = { manage, data, tasks } as const;
type Group = keyof typeof GROUPS;

/** A link of the administration: to the saved view that somebody has chosen for the page, else to all of it. */
export interface AdminLink extends MenuLink {
  readonly search: Readonly<Record<string, string>>;
}

export interface MenuGroup {
  readonly label: string;
  readonly links: readonly AdminLink[];
}

/** An entry of the administration's bar: a group opens; a link goes. */
export type MenuEntry = AdminLink | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'links' in entry;

/** The props of its link: it is the current one whatever the page is filtered by. */
export const leadsTo = ({ to, search }: AdminLink) =>
  ({ to, search, activeOptions: { includeSearch: false } }) as const;

/** The page that shows what is running: what leads to it says how much that is. */
export const tellsRunning = ({ to }: MenuLink): boolean => to === '/admin/tasks/in-progress';

const isOfGroup = (place: MenuLink['place']): place is Group => Object.hasOwn(GROUPS, place);

/** The links of these menus. */
export const useAdminLinks = (...places: readonly MenuLink['place'][]): readonly AdminLink[] => {
  const kept = usePreferences();
  return useMenu(...places).map((link) => ({ ...link, search: searchOfDefault(kept, link.to) }));
};

/** The administration's bar in its order: a group stands where its first page does, and one without pages nowhere. */
export const useAdminMenu = (): readonly MenuEntry[] => {
  const links = useAdminLinks('bar', ...(Object.keys(GROUPS) as Group[]));
  return links.flatMap((link): readonly MenuEntry[] => {
    const { place } = link;
    if (!isOfGroup(place)) return [link];
    const group = links.filter((other) => other.place === place);
    return group[0] === link ? [{ label: GROUPS[place], links: group }] : [];
  });
};

/** Every screen that menus or the bell lead to, and the page inside one that has filters of its own, for the palette. */
export const useScreens = (): readonly Screen[] => {
  const kept = usePreferences();
  const links = useAdminLinks('bar', ...(Object.keys(GROUPS) as Group[]), 'profile');
  const others = [
    { to: '/admin/notifications', label: palette.notifications },
    { to: '/admin/configuration/history', label: palette.history },
  ] as const;
  return [
    ...links.map(({ place, ...link }) => ({ ...link, ...(isOfGroup(place) && { group: GROUPS[place] }) })),
    ...others.map((one) => ({ ...one, search: searchOfDefault(kept, one.to) })),
  ];
};
