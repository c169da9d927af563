import { Command } from 'commander';
import { ConfigProblems } from '#server/app/config.ts';
import { SecretRefused } from '#server/app/secret-check.ts';
import { VERSION } from '#server/app/version.ts';
import { Failure } from '#server/kernel/failure.ts';
import { AnotherInstance } from '#server/platform/db/embedded-lock.ts';
import { MigrationRefused } from '#server/platform/db/migrate.ts';
import { PlaceTaken } from '#server/platform/db/place.ts';
import { importCommand } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { secretCommand } from './secret.ts';
import { serveCommand } from './serve.ts';
import { tokenCommand } from './token.ts';
import { userCommand } from './user.ts';

const program = new Command('kinodex')
  .description('A self-hosted movie, series and person metadata service.')
  .version(VERSION)
  .showHelpAfterError()
  .addCommand(serveCommand, { isDefault: true })
  .addCommand(migrateCommand)
  .addCommand(importCommand)
  .addCommand(tokenCommand)
  .addCommand(userCommand)
  .addCommand(secretCommand);

/** Errors that the operator can mend: their text is enough. */
const isOperators = (error: unknown): error is Error =>
  error instanceof ConfigProblems ||
  error instanceof AnotherInstance ||
  error instanceof MigrationRefused ||
  error instanceof PlaceTaken ||
  error instanceof SecretRefused ||
  error instanceof Failure;

try {
  await program.parseAsync();
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  if (isOperators(error)) console.error(error.message);
  else if (code === 'EADDRINUSE') console.error('The port is taken by another program: set PORT to a free one.');
  else console.error(error);
  process.exitCode = 1;
}
