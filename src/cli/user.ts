import { text } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { SIGN_IN_ROLES, type SignInRole } from '#contracts/session.ts';
import { accountHooks } from '#server/app/account-hooks.ts';
import { secretOf } from '#server/app/open.ts';
import { servedAddress } from '#server/app/served.ts';
import { ACCOUNT_SETTINGS } from '#server/modules/accounts/account.config.ts';
import { HANDED_HOURS } from '#server/modules/accounts/account.mails.ts';
import { type Accounts, createAccounts } from '#server/modules/accounts/account.service.ts';
import { INVITATION_DAYS } from '#server/modules/accounts/invitation.ts';
import { newPassword } from '#server/modules/accounts/password.ts';
import { createSessions } from '#server/modules/accounts/session.service.ts';
import { createConfiguration } from '#server/modules/configuration/configuration.service.ts';
import { createMail } from '#server/modules/mail/mail.service.ts';
import { createPlans } from '#server/modules/plans/plan.service.ts';
import { createTokens, type Tokens } from '#server/modules/tokens/token.service.ts';
import { examples } from './examples.ts';
import { type Tool, withCatalogue } from './settings.ts';

export interface People {
  readonly accounts: Accounts;
  readonly tokens: Tokens;
}

/** The services about people, for a command. */
export const peopleOf = async ({ config, db, logs }: Tool): Promise<People> => {
  const secret = await secretOf(config, db);
  const now = () => new Date();
  const configuration = createConfiguration({ db, settings: ACCOUNT_SETTINGS });
  await configuration.reload();
  const tokens = createTokens({ db, secret });
  const mail = createMail({ isOn: config.mail !== null, now });
  const accounts = createAccounts({
    db,
    secret,
    log: logs({ module: 'accounts', category: 'user' }),
    configuration,
    sessions: createSessions({ db, secret, now }),
    now,
    signUp: config.signUp,
    mail,
    publicUrl: (await servedAddress(db)) ?? config.publicUrl,
    ...accountHooks({ plans: createPlans(), tokens, mail }),
  });
  return { accounts, tokens };
};

/** `-` stands for what comes on standard input, without the line's end: other users see the arguments of a command. */
const passwordFrom = async (given: string): Promise<string> =>
  given === '-' ? (await text(process.stdin)).replace(/\r?\n$/, '') : given;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const PASSWORD = '--password <text>';
const PASSWORD_HELP = 'the password; - reads it from standard input';
const EMAIL = ['--email <address>', 'the address of the user'] as const;

const create = new Command('create')
  .description('make a user who can sign in')
  .addHelpText(
    'after',
    examples(
      'kinodex user create --email ann@example.org --password - < password.txt',
      'kinodex user create --email ann@example.org --password - --admin',
    ),
  )
  .requiredOption(...EMAIL)
  .requiredOption(PASSWORD, PASSWORD_HELP)
  .option('--admin', 'the user is an administrator')
  .action(({ email, password, admin = false }: { email: string; password: string; admin?: boolean }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      await accounts.createUser({ email, password: await passwordFrom(password), admin });
      say(`${email} can sign in.`);
    }),
  );

const resetPassword = new Command('reset-password')
  .description('set a password and end every session of the user; without --password print one that is made')
  .addHelpText('after', examples('kinodex user reset-password --email ann@example.org'))
  .requiredOption(...EMAIL)
  .option(PASSWORD, PASSWORD_HELP)
  .action(({ email, password }: { email: string; password?: string }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      const chosen = password === undefined ? newPassword() : await passwordFrom(password);
      await tool.db.transaction((tx) => accounts.resetPassword(tx, email, chosen));
      if (password === undefined) say(chosen);
    }),
  );

const invite = new Command('invite')
  .description(
    `print a link with which the user chooses a first password, once and within ${INVITATION_DAYS} days; the user is made when there is none`,
  )
  .addHelpText('after', examples('kinodex user invite --email app@example.org'))
  .requiredOption(...EMAIL)
  .action(({ email }: { email: string }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      const invitation = await tool.db.transaction((tx) => accounts.invite(tx, email));
      const address = (await servedAddress(tool.db)) ?? tool.config.publicUrl;
      // Behind the hash, so that no server and no proxy on the way writes it down.
      say(`${address}/#/register?${new URLSearchParams({ email, invitation })}`);
    }),
  );

const passwordLink = new Command('password-link')
  .description(`print a link with which the user chooses a new password, once and within ${HANDED_HOURS} hours`)
  .addHelpText('after', examples('kinodex user password-link --email ann@example.org'))
  .requiredOption(...EMAIL)
  .action(({ email }: { email: string }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      say((await accounts.handPasswordLink(email)).link);
    }),
  );

const emailLink = new Command('email-link')
  .description(`print a link with which the user takes on another address, once and within ${HANDED_HOURS} hours`)
  .addHelpText('after', examples('kinodex user email-link --email ann@example.org --to ann@example.net'))
  .requiredOption(...EMAIL)
  .requiredOption('--to <address>', 'the address that the user is to have')
  .action(({ email, to }: { email: string; to: string }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      say((await accounts.handEmailLink(email, to)).link);
    }),
  );

const role = new Command('role')
  .description('make a user an administrator, or a user again')
  .addHelpText('after', examples('kinodex user role --email ann@example.org --role ADMIN'))
  .requiredOption(...EMAIL)
  .addOption(new Option('--role <role>', 'the new role').choices(SIGN_IN_ROLES).makeOptionMandatory())
  .action(({ email, role: wanted }: { email: string; role: SignInRole }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      await tool.db.transaction((tx) => accounts.setRole(tx, email, wanted));
      say(`${email} is ${wanted}.`);
    }),
  );

const factorOff = new Command('second-factor-off')
  .description('turn the second factor of somebody off who has lost it; the sessions of the user end')
  .addHelpText('after', examples('kinodex user second-factor-off --email ann@example.org'))
  .requiredOption(...EMAIL)
  .action(({ email }: { email: string }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      await accounts.factor.endOf(email);
      say(`${email} signs in without a second factor.`);
    }),
  );

const remove = new Command('delete')
  .description('delete a user; payments and audited requests stay')
  .addHelpText('after', examples('kinodex user delete --email ann@example.org'))
  .requiredOption(...EMAIL)
  .action(({ email }: { email: string }) =>
    withCatalogue(async (tool) => {
      const { accounts } = await peopleOf(tool);
      await tool.db.transaction((tx) => accounts.remove(tx, email));
      say(`${email} is deleted.`);
    }),
  );

export const userCommand = new Command('user')
  .description('people who sign in')
  .addHelpText(
    'after',
    examples('kinodex user create --email ann@example.org --password - < password.txt', 'kinodex user role --help'),
  )
  .addCommand(create)
  .addCommand(invite)
  .addCommand(passwordLink)
  .addCommand(emailLink)
  .addCommand(resetPassword)
  .addCommand(role)
  .addCommand(factorOff)
  .addCommand(remove);
