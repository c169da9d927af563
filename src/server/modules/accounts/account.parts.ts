import type { Detail } from '#contracts/envelope.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Configuration } from '../configuration/configuration.service.ts';
import type { NewPassword } from './account.rules.ts';
import type { Passwords } from './password.ts';
import type { Sessions } from './session.service.ts';
import type { Tries } from './tries.ts';

export interface AccountOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly secret: string;
  readonly log: Log;
  readonly configuration: Pick<Configuration, 'number'>;
  readonly sessions: Sessions;
  readonly now: () => Date;
  readonly signUp: 'open' | 'closed';
  readonly mail: Pick<Mail, 'isOn' | 'sendMail'>;
  /** Where links lead to. */
  readonly publicUrl: string;
  /** Called within the step that makes an account, with where that was asked for. */
  readonly onNew: (tx: Executor, accountId: number, ip: string | null) => Promise<void>;
  /** Called within the step that deletes an account: what others keep of it goes too. */
  readonly onGone: (tx: Executor, accountId: number, at: Date) => Promise<void>;
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
