import {
  defaultKey,
  type Preference,
  type SavedView,
  VIEW_PAGES,
  type ViewPage,
  viewKey,
} from '#contracts/preference.api.ts';
import { parseSearch } from './return-url.ts';

export interface View extends SavedView {
  readonly id: string;
  /** Menus lead to it. */
  readonly isDefault: boolean;
}

const PREFIX = viewKey('');

const isView = (value: Preference['value']): value is SavedView =>
  typeof value === 'object' && 'page' in value && 'search' in value;

export const isViewPage = (path: string): path is ViewPage => VIEW_PAGES.some((page) => page === path);

/** The views that were saved, of one page or of all, by their names. */
export const viewsOf = (kept: readonly Preference[], of?: ViewPage): readonly View[] =>
  kept
    .flatMap(({ key, value }): readonly View[] => {
      if (!key.startsWith(PREFIX) || !isView(value) || (of !== undefined && value.page !== of)) return [];
      const id = key.slice(PREFIX.length);
      const isDefault = kept.some((one) => one.key === defaultKey(value.page) && one.value === id);
      return [{ ...value, id, isDefault }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

/** What a menu's link to a page says there. */
export const searchOfDefault = (kept: readonly Preference[], page: string): Readonly<Record<string, string>> => {
  const view = isViewPage(page) ? viewsOf(kept, page).find(({ isDefault }) => isDefault) : undefined;
  return view ? parseSearch(view.search) : {};
};

/** Where in a list somebody is, and what they have opened there, is no part of a view. */
const PLACES = ['page', 'pairs', 'line', 'run'];

/** What an address says that a view keeps, as text. */
export const searchText = (search: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && value !== '' && !PLACES.includes(name))
      .map(([name, value]): [string, string] => [name, String(value)])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ).toString();

const ID_LENGTH = 12;
/** The id of a new view. */
export const newViewId = (): string =>
  [...window.crypto.getRandomValues(new Uint8Array(ID_LENGTH))].map((byte) => (byte % 36).toString(36)).join('');
