import { Command } from 'commander';
import type { Config } from '#server/app/config.ts';
import { logsFrom } from '#server/app/logs.ts';
import { serve } from '#server/app/main.ts';
import { ownSettings } from '#server/app/open.ts';
import type { Running } from '#server/app/start.ts';
import type { Log } from '#server/platform/log.ts';
import { createLevels } from '#server/platform/log-levels.ts';
import { createLogLines } from '#server/platform/log-lines.ts';
import { examples } from './examples.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Milliseconds after which a stop that waits for a database is given up, beside STOP_DELAY; what it was to write is in files by then. */
const PATIENCE = 20_000;

/** Tells where it answers, and what the operator needs next. */
const greet = ({ address, administrator, places }: Running, config: Config, ms: number): void => {
  const isWorker = config.role === 'worker';
  say(
    isWorker
      ? `Kinodex works, and tells how it is on port ${config.port}: /api/v1/health, /metrics (${ms} ms)`
      : `Kinodex answers at ${address} (${ms} ms)`,
  );
  if (administrator) {
    say(`  administrator  ${administrator.email}`);
    say(
      config.adminPassword === undefined
        ? `  password       ${administrator.password}   (told this once; change it under Account)`
        : '  password       as KINODEX_ADMIN_PASSWORD says',
    );
  }
  const { data, database } = places;
  say(`  data           ${data}`);
  if (!database.startsWith(data)) say(`  database       ${database}`);
  if (isWorker) return;
  say(`  documentation  ${address}/docs`);
  say('  an API token   npx kinodex token create --email app@example.org');
};

/** A node serves without what is looked at here; whoever has set it up is told, with the setting and the remedy. */
const warnOfTrouble = async (config: Config, log: Log): Promise<void> => {
  const { databaseUrl, redisUrl, clickHouseUrl, images } = config;
  // Alone it needs nothing but its data folder, without which it does not start.
  if (!databaseUrl && !redisUrl && !clickHouseUrl && !images.store) return;
  const { troubleBeside } = await import('#server/app/doctor/doctor.ts');
  for (const line of await troubleBeside(config)) log.warn(line);
};

const serveAll = async (): Promise<void> => {
  const { config, strangers } = ownSettings();
  const lines = createLogLines();
  const levels = createLevels(config.logLevel);
  const logs = logsFrom(config.logLevel, { levels, onLine: lines.add });
  const log = logs({ module: 'app', category: 'other' });
  for (const line of strangers) log.warn(line);
  const started = performance.now();
  let running: Running | null = null;
  /** Why it is to stop, once it is. */
  let reason: string | null = null;
  const stop = (why: string): void => {
    if (reason !== null) return;
    reason = why;
    if (running) end(running, why);
  };
  const end = (running: Running, why: string): void => {
    log.info({ why }, 'stopping');
    setTimeout(
      () => {
        log.error('the stop took too long and was given up');
        process.exit(1);
      },
      config.stopDelay * 1_000 + PATIENCE,
    ).unref();
    running.stop().then(
      () => process.connected && process.disconnect?.(),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  const onListening = (): void => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
    if (process.connected) process.once('disconnect', () => stop('the start script is gone'));
  };
  running = await serve(config, logs, { say, onListening, lines, levels });
  greet(running, config, Math.round(performance.now() - started));
  warnOfTrouble(config, log).catch((err: unknown) => log.error({ err }, 'not everything could be looked at'));
  // Asked between the first call and here.
  if (reason !== null) end(running, reason);
};

export const serveCommand = new Command('serve')
  .description('serve the whole product on one port')
  .addHelpText('after', examples('kinodex serve', 'PORT=9000 KINODEX_DATA=/srv/films kinodex serve'))
  .action(serveAll);
