import type { Command } from 'commander';
import { backupCommand, restoreCommand } from './backup.ts';
import { configCommand } from './config.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { secretCommand } from './secret.ts';
import { serveCommand } from './serve.ts';
import { taskCommand } from './task.ts';
import { tokenCommand } from './token.ts';
import { userCommand } from './user.ts';

/** All commands, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  migrateCommand,
  importCommand,
  exportCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  configCommand,
  taskCommand,
  tokenCommand,
  userCommand,
  secretCommand,
];
