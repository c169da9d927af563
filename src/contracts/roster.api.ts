import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf, tokenCell } from './list-export.ts';
import { maybe } from './maybe.ts';
import { paging, query } from './query.ts';
import { Bit, body, EmailText, IdToken, Sentence, SIGN_IN_ROLES } from './session.ts';

const common = { tag: 'Administration', access: 'admin' } as const;
const errors = ['invalid_body', 'media_type', 'user_unknown', 'anti_forgery'] as const;

/** How a user stands, the first that is true: disabled, to be deleted, nobody can sign in yet, the address is not confirmed, none of it. */
export const USER_STATES = ['DISABLED', 'LEAVING', 'INVITED', 'UNCONFIRMED', 'ACTIVE'] as const;
export type UserState = (typeof USER_STATES)[number];

/** How one can sign in: not at all, with a password, by the provider, or with either. */
const SIGN_IN_WAYS = ['NONE', 'PASSWORD', 'PROVIDER', 'BOTH'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export const USER_ORDERS = ['registrationDate', 'email', 'signInDate'] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

const Role = Type.Enum([...SIGN_IN_ROLES]);

export const ListedUser = Type.Object(
  {
    email: Type.String(),
    role: Role,
    state: Type.Enum([...USER_STATES], {
      description:
        'The first that is true. DISABLED: cannot sign in, and no token of the user holds. LEAVING: will be deleted as the user has asked, and no token holds meanwhile. INVITED: nobody has chosen a password yet, nor signs in by the provider. UNCONFIRMED: the address has still to be confirmed.',
    }),
    signIn: Type.Enum([...SIGN_IN_WAYS], { description: 'How the user can sign in.' }),
    registrationDate: Moment,
    signInDate: maybe(Type.Unsafe<string>({ ...Moment, description: 'The last one of a session that has not ended.' })),
    ip: maybe(Type.String({ description: 'Where the user registered from.' })),
    token: Type.String({ description: 'Empty while the user has none.' }),
    idToken: IdToken,
    isValid: Bit,
  },
  { $id: 'ListedUser' },
);
export type ListedUser = Static<typeof ListedUser>;

export const users = endpoint({
  ...common,
  name: 'admin_users',
  method: 'GET',
  path: '/api/admin/users',
  summary: 'All users, the newest first',
  query: query({
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: 'Part of the email, in any case.' })),
    role: Type.Optional(Role),
    state: Type.Optional(Type.Enum([...USER_STATES])),
    sort: Type.Optional(
      Type.Enum([...USER_ORDERS], {
        description: 'registrationDate when it is left out: the newest first. By email: from a to z.',
      }),
    ),
    ...paging,
  }),
  reply: Type.Array(ListedUser),
  shape: 'page',
  errors: ['invalid_parameter'],
});

export const usersExport = exportOf(users)({
  file: 'users',
  columns: [
    ['EMAIL', 'email'],
    ['ROLE', 'role'],
    ['STATE', 'state'],
    ['SIGN-IN', 'signIn'],
    ['REGISTERED', 'registrationDate'],
    ['SIGNED IN', 'signInDate'],
    ['IP', 'ip'],
    ['TOKEN', 'token', ({ token }) => tokenCell(token)],
    ['TOKEN ID', 'idToken'],
  ],
});

export const userInvite = endpoint({
  ...common,
  name: 'admin_user_invite',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Make a user, who chooses a password by a link',
  description:
    'The link is mailed where mail is set up, else it is answered and to be handed over. It can be used once, within 7 days. For a user who has no password yet it makes a new link; the one before is worthless then.',
  body: body({ email: EmailText, role: Type.Optional(Role) }),
  reply: Type.Object(
    {
      email: Type.String(),
      link: maybe(Type.String({ format: 'uri', description: 'Shown this once. null: it is mailed.' })),
      endsAt: Moment,
    },
    { $id: 'InvitedUser' },
  ),
  errors: [
    'invalid_body',
    'invalid_parameter',
    'media_type',
    'email_taken',
    'last_admin',
    'unavailable',
    'anti_forgery',
  ],
});

export const userRole = endpoint({
  ...common,
  name: 'admin_user_role',
  method: 'PUT',
  path: '/api/admin/user/role',
  summary: 'Make a user an administrator, or a user again',
  description: 'The sessions of the user end.',
  body: body({ email: EmailText, role: Role }),
  reply: Sentence,
  errors: [...errors, 'last_admin'],
});

export const userEnabled = endpoint({
  ...common,
  name: 'admin_user_enabled',
  method: 'PUT',
  path: '/api/admin/user/enabled',
  summary: 'Disable a user, or enable one again',
  description:
    'Who is disabled cannot sign in, and every token answers 401 `token_disabled`, on every node at once. Nothing else is changed.',
  body: body({ email: EmailText, isEnabled: Bit }),
  reply: Sentence,
  errors: [...errors, 'last_admin'],
});

export const ROSTER_ENDPOINTS = [users, usersExport, userInvite, userRole, userEnabled] as const;
