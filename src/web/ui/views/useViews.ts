import { useLocation, useNavigate } from '@tanstack/react-router';
import { defaultKey, type ViewPage, viewKey } from '#contracts/preference.api.ts';
import { tell } from '#web/lib/messages.ts';
import { prefer, usePreferences } from '#web/lib/preferences.ts';
import { parseSearch } from '#web/lib/return-url.ts';
import { newViewId, searchText, type View, viewsOf } from '#web/lib/saved-views.ts';
import { desk } from '#web/words/desk.ts';

const words = desk.views;

/** The saved views of a page, and what can be done with them. */
export const useViews = (page: ViewPage) => {
  const navigate = useNavigate();
  const views = viewsOf(usePreferences(), page);
  const search = useLocation({ select: (location) => searchText(location.search) });
  const write = ({ id, name, search: of }: Pick<View, 'id' | 'name' | 'search'>): void =>
    prefer(viewKey(id), { page, name, search: of });
  const setDefault = (id: string | null): void => prefer(defaultKey(page), id);
  return {
    views,
    /** What the page says now, as a view keeps it. */
    search,
    /** The view that the page shows, where it is one. */
    shown: views.find((view) => view.search === search),
    open: (view: Pick<View, 'search'> | null): void =>
      void navigate({ to: page, search: (view ? parseSearch(view.search) : {}) as never }),
    /** Saves what the page shows; a view that has the name already is overwritten. */
    save: (name: string, isDefault: boolean): void => {
      const before = views.find((view) => view.name === name);
      const id = before?.id ?? newViewId();
      write({ id, name, search });
      if (isDefault !== (before?.isDefault ?? false)) setDefault(isDefault ? id : null);
      tell(words.saved(name), 'success');
    },
    rename: (view: View, name: string): void => write({ ...view, name }),
    setDefault,
    /** Deletes a view at once; for a while that can be taken back. */
    remove: (view: View): void => {
      prefer(viewKey(view.id), null);
      if (view.isDefault) setDefault(null);
      const bringBack = (): void => {
        write(view);
        if (view.isDefault) setDefault(view.id);
      };
      tell(words.removed(view.name), 'success', { label: words.undo, run: bringBack });
    },
  };
};

export type Views = ReturnType<typeof useViews>;
