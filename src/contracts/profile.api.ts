import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Bit, body } from './session.ts';
import { MAX_REQUESTS } from './users.api.ts';
import { Version } from './version.ts';

const common = { tag: 'Administration', access: 'admin', path: '/api/admin/profile' } as const;

const own = {
  maxRequests: Type.Integer({ minimum: 0, maximum: MAX_REQUESTS }),
  maxRegs: Type.Integer({ minimum: 1, maximum: 200 }),
  darkTheme: Bit,
};

export const Profile = Type.Object(
  { token: Type.String({ description: 'Empty while there is none.' }), email: Type.String(), ...own, version: Version },
  { $id: 'Profile' },
);
export type Profile = Static<typeof Profile>;

export const profile = endpoint({
  ...common,
  name: 'admin_profile',
  method: 'GET',
  summary: 'The own profile',
  reply: Profile,
});

export const profileChange = endpoint({
  ...common,
  name: 'admin_profile_change',
  method: 'POST',
  summary: 'Change the own limits and theme',
  body: body({
    ...own,
    token: Type.Optional(Type.Unknown()),
    email: Type.Optional(Type.Unknown()),
    version: Type.Optional(Version),
  }),
  reply: Profile,
  errors: ['invalid_body', 'media_type', 'changed_meanwhile', 'anti_forgery'],
});
