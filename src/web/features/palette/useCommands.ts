import { useNavigate } from '@tanstack/react-router';
import { taskExecute, tasks } from '#contracts/task.api.ts';
import { call } from '#web/lib/call.ts';
import type { MenuLink } from '#web/lib/menu.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { tellOf, useCall } from '#web/lib/query.ts';
import { parseSearch } from '#web/lib/return-url.ts';
import { viewsOf } from '#web/lib/saved-views.ts';
import { chooseTheme } from '#web/lib/scheme.ts';
import { signOut } from '#web/lib/session.ts';
import { palette as words } from '#web/words/palette.ts';
import type { Entry, Group } from './entries.ts';
import { letterOf } from './shortcuts.ts';

/** A screen as menus name it. */
export interface Screen extends Pick<MenuLink, 'to'> {
  readonly label: string;
  /** The menu it stands in. */
  readonly group?: string;
  /** The default view of the page. */
  readonly search: Readonly<Record<string, string>>;
}

export interface Around {
  readonly screens: readonly Screen[];
  readonly onSheet: () => void;
}

const { groups } = words;

/** Whatever the palette knows without searching the server: screens, actions, saved views and tasks. */
export const useCommands = ({ screens, onSheet }: Around): readonly Group[] => {
  const navigate = useNavigate();
  const views = viewsOf(usePreferences());
  const all = useCall(tasks, { query: {} });
  const to = (target: { readonly to: string; readonly search?: object }): void =>
    void navigate(target as Parameters<typeof navigate>[0]);
  const go = (name: string, label: string, page: string, search: object = {}): Entry => ({
    name: `action ${name}`,
    label,
    run: () => to({ to: page, search }),
  });
  const act = (name: string, label: string, run: () => void): Entry => ({ name: `action ${name}`, label, run });

  return [
    {
      label: groups.screens,
      entries: screens.map(({ to: page, label, group, search }) => {
        const letter = letterOf(page);
        return {
          name: `page ${page}`,
          label,
          ...(group !== undefined && { note: group }),
          ...(letter !== undefined && { keys: ['g', letter] }),
          run: () => to({ to: page, search }),
        };
      }),
    },
    {
      label: groups.actions,
      entries: [
        go('new-task', words.newTask, '/admin/tasks/detail'),
        go('new-title', words.newTitle, '/admin/movie-data', { new: '1' }),
        go('new-person', words.newPerson, '/admin/name-data', { new: '1' }),
        act('light', words.light, () => chooseTheme('light')),
        act('dark', words.dark, () => chooseTheme('dark')),
        act('system', words.system, () => chooseTheme('system')),
        { ...act('shortcuts', words.shortcuts, onSheet), keys: ['?'] },
        act('docs', words.documentation, () => window.location.assign('/docs')),
        { ...act('sign-out', words.signOut, () => signOut()), name: null },
      ],
    },
    {
      label: groups.views,
      entries: views.map(({ id, name, page, search }) => ({
        name: `view ${id}`,
        label: name,
        note: screens.find((screen) => screen.to === page)?.label ?? '',
        run: () => to({ to: page, search: parseSearch(search) }),
      })),
    },
    {
      label: groups.tasks,
      entries: (all.data?.data ?? []).map(({ idTask, name, task }) => ({
        name: `task ${idTask}`,
        label: words.runTask(name),
        note: task,
        run: () => void call(taskExecute, { params: { id: idTask }, body: {} }).then(tellOf, tellOf),
      })),
    },
  ];
};
