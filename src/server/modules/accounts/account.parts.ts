import type { Detail } from '#contracts/envelope.ts';
import type { SignInRole } from '#contracts/session.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import type { Database, Executor, Transaction } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Provider } from '#server/platform/oidc/provider.ts';
import type { Configuration } from '../configuration/configuration.service.ts';
import type { NewPassword } from './account.rules.ts';
import type { Roles } from './identity.rules.ts';
import type { Passwords } from './password.ts';
import type { Sessions } from './session.service.ts';
import type { Tries } from './tries.ts';

/** A role that the provider has changed. */
export interface RoleFollowed {
  readonly accountId: number;
  readonly email: string;
  readonly before: SignInRole;
  readonly after: SignInRole;
  readonly ip: string;
  readonly requestId: string;
}

/** By whom people sign in beside passwords. */
export interface SignInProvider {
  readonly issuer: string;
  /** What people call it. */
  readonly name: string;
  readonly client: Pick<Provider, 'begin' | 'finish'>;
  /** null: it has no say in roles. */
  readonly roles: Roles | null;
  readonly signUp: 'open' | 'closed';
  /** Called within the step that changes a role as it says. */
  readonly onRole: (tx: Transaction, change: RoleFollowed) => Promise<void>;
}

export interface AccountOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly secret: string;
  readonly log: Log;
  readonly configuration: Pick<Configuration, 'number'>;
  readonly sessions: Sessions;
  readonly now: () => Date;
  readonly signUp: 'open' | 'closed';
  readonly mail: Pick<Mail, 'isOn' | 'sendMail'>;
  /** null, or left out: by nobody. */
  readonly provider?: SignInProvider | null;
  /** Where links lead to. */
  readonly publicUrl: string;
  /** Called within the step that makes an account, with where that was asked for. */
  readonly onNew: (tx: Executor, accountId: number, ip: string | null) => Promise<void>;
  /** Called within the step that deletes an account: what others keep of it goes too. */
  readonly onGone: (tx: Executor, account: { readonly id: number; readonly email: string }, at: Date) => Promise<void>;
  readonly passwords?: Passwords;
  /** Only for tests: tries are counted by the database's clock. */
  readonly triesClock?: (() => Date) | undefined;
}

export interface AccountParts extends Omit<AccountOptions, 'triesClock'> {
  readonly passwords: Passwords;
  readonly tries: Tries;
  /** What is wrong with a password that somebody has chosen, in its form and as one that would be guessed. */
  readonly problemsOf: (typed: NewPassword, email: string) => Promise<readonly Detail[]>;
}
