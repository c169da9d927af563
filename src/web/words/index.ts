import { account } from './account.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { configuration } from './configuration.ts';
import { dashboard } from './dashboard.ts';
import { editing } from './editing.ts';
import { features } from './features.ts';
import { forms } from './forms.ts';
import { landing } from './landing.ts';
import { manager } from './manager.ts';
import { manual } from './manual.ts';
import { notifications } from './notifications.ts';
import { payments } from './payments.ts';
import { products } from './products.ts';
import { profile } from './profile.ts';
import { records } from './records.ts';
import { runs } from './runs.ts';
import { shell } from './shell.ts';
import { taskForm } from './task-form.ts';
import { tasks } from './tasks.ts';
import { users } from './users.ts';

/** Every sentence of the site, by area. */
export const WORDS = {
  account,
  audit,
  auth,
  configuration,
  dashboard,
  editing,
  features,
  forms,
  landing,
  manager,
  manual,
  notifications,
  payments,
  products,
  profile,
  records,
  runs,
  shell,
  taskForm,
  tasks,
  users,
} as const;
