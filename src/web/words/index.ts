import { account } from './account.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { dashboard } from './dashboard.ts';
import { features } from './features.ts';
import { forms } from './forms.ts';
import { landing } from './landing.ts';
import { manager } from './manager.ts';
import { payments } from './payments.ts';
import { products } from './products.ts';
import { profile } from './profile.ts';
import { records } from './records.ts';
import { shell } from './shell.ts';
import { users } from './users.ts';

/** Every sentence of the site, by area. */
export const WORDS = {
  account,
  audit,
  auth,
  dashboard,
  features,
  forms,
  landing,
  manager,
  payments,
  products,
  profile,
  records,
  shell,
  users,
} as const;
