import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Bit, body, EmailText, PasswordText, Sentence } from './session.ts';

const common = { tag: 'The signed-in user', access: 'session', path: '/api/user/second-factor' } as const;
const errors = ['invalid_body', 'media_type', 'too_many_tries', 'busy', 'anti_forgery'] as const;

/** Six digits of the app, or one of the codes for who has lost it. */
export const FactorCode = Type.String({
  minLength: 1,
  maxLength: 20,
  description: 'Of the app, or a recovery code.',
});
const currentPassword = Type.Optional(PasswordText);

export const secondFactor = endpoint({
  ...common,
  name: 'user_second_factor',
  method: 'GET',
  summary: 'Whether signing in takes a second factor',
  reply: Type.Object(
    { isOn: Bit, recoveryCodes: Type.Integer({ minimum: 0, description: 'How many recovery codes are left.' }) },
    { $id: 'SecondFactor' },
  ),
});

export const secondFactorBegin = endpoint({
  ...common,
  name: 'user_second_factor_begin',
  method: 'POST',
  summary: 'A new key for an app that shows codes (TOTP)',
  description:
    'Nothing changes until a code of it is confirmed. `currentPassword` is needed when the sign-in is older than 15 minutes.',
  body: body({ currentPassword }),
  reply: Type.Object({
    key: Type.String({ description: 'Base32, to be typed into the app. Shown this once.' }),
    uri: Type.String({ description: 'otpauth://totp/…, as a QR code shows it.' }),
  }),
  errors: [...errors, 'recent_sign_in_needed', 'sign_in_again', 'second_factor_on'],
});

export const secondFactorConfirm = endpoint({
  ...common,
  name: 'user_second_factor_confirm',
  method: 'PUT',
  summary: 'Turn the second factor on with a code of the new key',
  description: 'Answers ten recovery codes, each good for one sign-in.',
  body: body({ code: FactorCode }),
  reply: Type.Object({ recoveryCodes: Type.Array(Type.String(), { description: 'Shown this once.' }) }),
  errors: [...errors, 'second_factor_wrong', 'second_factor_on', 'second_factor_off'],
});

export const secondFactorEnd = endpoint({
  ...common,
  name: 'user_second_factor_end',
  method: 'DELETE',
  summary: 'Turn the second factor off',
  body: body({ code: FactorCode, currentPassword }),
  reply: Sentence,
  errors: [...errors, 'recent_sign_in_needed', 'sign_in_again', 'second_factor_wrong', 'second_factor_off'],
});

export const userSecondFactorEnd = endpoint({
  tag: 'Administration',
  access: 'admin',
  name: 'admin_user_second_factor_end',
  method: 'DELETE',
  path: '/api/admin/user/second-factor',
  summary: 'Turn the second factor of a user off who has lost it',
  description: 'The sessions of the user end.',
  body: body({ email: EmailText }),
  reply: Sentence,
  errors: ['invalid_body', 'media_type', 'user_unknown', 'second_factor_off', 'anti_forgery'],
});

export const FACTOR_ENDPOINTS = [
  secondFactor,
  secondFactorBegin,
  secondFactorConfirm,
  secondFactorEnd,
  userSecondFactorEnd,
] as const;
