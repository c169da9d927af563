import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Moment } from './ids.ts';
import { body, EmailText, PasswordText, Sentence } from './session.ts';

const common = { tag: 'Sessions', method: 'POST', access: 'public' } as const;

/** What a link holds beside the email. */
export const LinkText = Type.String({ minLength: 1, maxLength: 100 });
const given = { email: EmailText, link: LinkText };

export const forgotPassword = endpoint({
  ...common,
  name: 'forgot_password',
  path: '/api/auth/forgot-password',
  summary: 'Have a link mailed by which a new password is chosen',
  description:
    'The answer is the same, and takes as long, whether there is an account or not. At most three an hour for an address, 20 from a network address.',
  body: body({ email: EmailText }),
  reply: Sentence,
  errors: ['invalid_body', 'media_type', 'mail_off', 'anti_forgery', 'too_many_tries'],
});

export const passwordLink = endpoint({
  ...common,
  name: 'password_link',
  path: '/api/auth/password-link',
  summary: 'Whether a link for a new password can still be used',
  description: 'Uses nothing up. 30 that cannot be used, within an hour from a network address, are followed by 429.',
  body: body(given),
  reply: Sentence,
  errors: ['invalid_body', 'media_type', 'link_invalid', 'anti_forgery', 'too_many_tries'],
});

export const resetPassword = endpoint({
  ...common,
  name: 'reset_password',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password by a link',
  description:
    'Every session of the user ends, every other link for a password is worthless, and the user is told by mail.',
  body: body({ ...given, password: PasswordText, confirmPassword: PasswordText }),
  reply: Sentence,
  errors: ['invalid_body', 'media_type', 'link_invalid', 'anti_forgery', 'too_many_tries', 'busy'],
});

export const confirmAddress = endpoint({
  ...common,
  name: 'confirm_address',
  path: '/api/auth/confirm-address',
  summary: 'Confirm an address by the link that was mailed to it',
  body: body(given),
  reply: Sentence,
  errors: ['invalid_body', 'media_type', 'link_invalid', 'anti_forgery', 'too_many_tries'],
});

export const HandedLink = Type.Object(
  { link: Type.String({ format: 'uri', description: 'Shown this once.' }), endsAt: Moment },
  { $id: 'HandedLink' },
);
export type HandedLink = Static<typeof HandedLink>;

export const userPasswordLink = endpoint({
  tag: 'Administration',
  access: 'admin',
  method: 'POST',
  name: 'admin_user_password_link',
  path: '/api/admin/user/password-link',
  summary: 'A link by which a user chooses a new password, to be handed over',
  description: 'For one use within a day. The password of now goes on until it is used.',
  body: body({ email: EmailText }),
  reply: HandedLink,
  errors: ['invalid_body', 'media_type', 'user_unknown', 'anti_forgery'],
});
