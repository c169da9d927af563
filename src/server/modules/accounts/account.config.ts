import { PASSWORD_MAX, PASSWORD_MIN } from '#contracts/session.ts';
import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { type Bounds, whole } from '../configuration/form.rules.ts';

const DEFAULTS = {
  PASSWORD_MIN: [PASSWORD_MIN, `The least characters of a password, from ${PASSWORD_MIN}.`],
  SIGNIN_TRIES_ACCOUNT: [10, 'Failed sign-ins of an account after which further ones are refused for a while.'],
  SIGNIN_TRIES_ADDRESS: [50, 'Failed sign-ins of a network address after which further ones are refused for a while.'],
  SIGNIN_TRIES_MINUTES: [15, 'The minutes in which failed sign-ins are counted.'],
  SIGNIN_OWNER_SECONDS: [
    30,
    'The seconds between two tries that are still looked at, while others are refused, from a network that the account has signed in from.',
  ],
  SIGNUP_PER_HOUR: [
    60,
    'Registrations an hour from a network address, and looks at links of invitation that do not hold.',
  ],
  EMAIL_CONFIRMATION: [
    0,
    '1: API tokens of those who register work once the address is confirmed, by a link that is mailed to it; needs SMTP_URL.',
  ],
} as const satisfies Record<string, readonly [number, string]>;

type Key = keyof typeof DEFAULTS;

const COUNT: Bounds = { min: 1, max: 1_000_000 };
/** Where other numbers than counts are wanted. */
const BOUNDS: Readonly<Record<string, Bounds>> = {
  PASSWORD_MIN: { min: PASSWORD_MIN, max: PASSWORD_MAX },
  SIGNIN_TRIES_MINUTES: { min: 1, max: 10_080 },
  SIGNIN_OWNER_SECONDS: { min: 1, max: 86_400 },
  EMAIL_CONFIRMATION: { min: 0, max: 1 },
};

export const ACCOUNT_SETTINGS: readonly Setting[] = Object.entries(DEFAULTS).map(([key, [value, description]]) => ({
  key,
  value: String(value),
  description,
  takes: whole(BOUNDS[key] ?? COUNT),
}));

/** What the operator allows at this moment. */
export interface AccountLimits {
  readonly passwordMin: number;
  readonly triesOfAccount: number;
  readonly triesOfAddress: number;
  /** Milliseconds. */
  readonly triesWithin: number;
  /** Milliseconds. */
  readonly ownerEvery: number;
  readonly signUpsAnHour: number;
  /** Whoever registers confirms the address. */
  readonly confirms: boolean;
}

/** Reads the limits. */
export const limitsOf = (configuration: Pick<Configuration, 'number'>): AccountLimits => {
  const number = (key: Key): number => configuration.number(key);
  return {
    passwordMin: number('PASSWORD_MIN'),
    triesOfAccount: number('SIGNIN_TRIES_ACCOUNT'),
    triesOfAddress: number('SIGNIN_TRIES_ADDRESS'),
    triesWithin: number('SIGNIN_TRIES_MINUTES') * 60_000,
    ownerEvery: number('SIGNIN_OWNER_SECONDS') * 1_000,
    signUpsAnHour: number('SIGNUP_PER_HOUR'),
    confirms: number('EMAIL_CONFIRMATION') === 1,
  };
};
