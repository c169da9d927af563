import { type Static, type TSchema, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { body } from './session.ts';

const admin = { tag: 'Administration', access: 'admin' } as const;

/** The lists whose columns and density can be chosen. */
export const LISTS = [
  'actions',
  'audit',
  'audit-ips',
  'audit-tokens',
  'configuration',
  'configuration-history',
  'logging',
  'logs',
  'manager-pairs',
  'manager-tokens',
  'manual-update',
  'notifications',
  'paid-active',
  'products',
  'roles',
  'task-runs',
  'tasks',
  'tokens',
  'user-requests-ip',
  'user-requests-token',
  'users',
] as const;
export type ListName = (typeof LISTS)[number];

/** The pages whose filters can be saved under a name; the key of a page's default is its address with `-` for `/`. */
export const VIEW_PAGES = [
  '/admin/actions',
  '/admin/audit-requests',
  '/admin/configuration',
  '/admin/configuration/history',
  '/admin/dashboard',
  '/admin/logging',
  '/admin/logs',
  '/admin/manager',
  '/admin/manual-update',
  '/admin/notifications',
  '/admin/tasks',
  '/admin/tasks/runs',
  '/admin/user-info',
  '/admin/users',
] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** A preference of an account is at most so many others' company. */
export const MOST_PREFERENCES = 200;
export const LONGEST_VIEW_NAME = 60;
export const MOST_RECENT = 8;

const VIEW_ID = '[0-9a-z]{8,20}';
const anyOf = (names: readonly string[]): string => `(?:${names.join('|')})`;
const slugOf = (page: ViewPage): string => page.slice('/admin/'.length).replaceAll('/', '-');

export const listKey = (list: ListName): string => `list.${list}`;
export const defaultKey = (page: ViewPage): string => `default.${slugOf(page)}`;
export const viewKey = (id: string): string => `view.${id}`;

const closed = { additionalProperties: false } as const;

export const ListLook = Type.Object(
  {
    hidden: Type.Array(Type.String({ pattern: '^[\\w-]{1,40}$', 'x-form': 'is the name of a column' }), {
      maxItems: 40,
      description: 'The columns that are not shown.',
    }),
    density: Type.Enum(['comfortable', 'compact']),
  },
  closed,
);
export type ListLook = Static<typeof ListLook>;

export const SavedView = Type.Object(
  {
    page: Type.Enum([...VIEW_PAGES]),
    name: Type.String({ minLength: 1, maxLength: LONGEST_VIEW_NAME }),
    search: Type.String({ maxLength: 2000, description: 'The query of its address, without the `?`.' }),
  },
  closed,
);
export type SavedView = Static<typeof SavedView>;

const Recent = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: MOST_RECENT });
const Shortcuts = Type.Boolean({ 'x-form': 'must be true or false' });
const ViewId = Type.String({
  pattern: `^${VIEW_ID}$`,
  'x-form': 'is the id of a saved view: 8 to 20 digits and small letters',
});

/** What can be kept: the keys, and the value that each of them has. */
export const PREFERENCE_SHAPES = [
  ['shortcuts', Shortcuts],
  ['recent', Recent],
  [`list\\.${anyOf(LISTS)}`, ListLook],
  [`default\\.${anyOf(VIEW_PAGES.map(slugOf))}`, ViewId],
  [`view\\.${VIEW_ID}`, SavedView],
] as const satisfies readonly (readonly [keys: string, value: TSchema])[];

const Key = Type.String({
  pattern: `^(?:${PREFERENCE_SHAPES.map(([keys]) => keys).join('|')})$`,
  'x-form': 'is shortcuts, recent, list.NAME, default.PAGE or view.ID',
  description:
    'shortcuts: whether letters alone do something. recent: what was gone to last. list.NAME: what a list looks like. default.PAGE: the id of the saved view that menus lead to. view.ID: a saved view.',
});
const Value = Type.Union([Shortcuts, Recent, ListLook, ViewId, SavedView]);

export const Preference = Type.Object({ key: Key, value: Value }, { $id: 'Preference' });
export type Preference = Static<typeof Preference>;

export const preferences = endpoint({
  ...admin,
  name: 'admin_preferences',
  method: 'GET',
  path: '/api/admin/preferences',
  summary: 'How one has arranged the back-office',
  description: 'Only what was ever chosen is there.',
  reply: Type.Array(Preference),
});

export const preferenceChange = endpoint({
  ...admin,
  name: 'admin_preference_change',
  method: 'PUT',
  path: '/api/admin/preferences/:key',
  summary: 'Keep one choice for the back-office, or with null go back to what is usual',
  description: `An account keeps at most ${MOST_PREFERENCES}. A saved view with an API token in it is refused.`,
  params: Type.Object({ key: Key }),
  body: body({ value: Type.Unknown({ description: 'What such a key has as its `value`, or null.' }) }),
  reply: Type.Array(Preference, { description: 'All that is kept now.' }),
  errors: ['invalid_parameter', 'invalid_body', 'media_type', 'preferences_full', 'anti_forgery'],
});

export const PREFERENCE_ENDPOINTS = [preferences, preferenceChange] as const;
