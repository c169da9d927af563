import { setTimeout as pause } from 'node:timers/promises';
import { Argument, Command } from 'commander';
import { TASK_TYPES, type TaskTypeName } from '#contracts/task-types.ts';
import { compose } from '#server/app/compose.ts';
import { secretOf } from '#server/app/open.ts';
import { VERSION } from '#server/app/version.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Engine } from '#server/modules/tasks/engine.ts';
import { examples } from './examples.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { withCatalogue } from './settings.ts';

/** Ms between two looks at how far it is. */
const LOOK_MS = 200;
const PAGE = 200;

const GOING: ReadonlySet<string> = new Set(['READY', 'WAITING', 'EXECUTING', 'CANCELLING']);

/** Writes what a run says until it has ended. Answers how it did. */
const follow = async (
  { history }: Engine,
  idRun: number,
): Promise<{ readonly status: string; readonly error: string | null }> => {
  for (let told = 0; ; ) {
    const { status, error } = await history.run(idRun);
    const { rows } = await history.lines(idRun, { offset: told, limit: PAGE });
    for (const { text } of rows) process.stderr.write(`${text}\n`);
    told += rows.length;
    if (!GOING.has(status) && rows.length < PAGE) return { status, error };
    await pause(LOOK_MS);
  }
};

/** Runs a task here, where no node of a serving product takes it first. */
const run = (type: TaskTypeName, words: readonly string[]): Promise<void> =>
  withCatalogue(async ({ config, db, logs }) => {
    const product = await compose({ config, db, secret: await secretOf(config, db), logs, version: VERSION });
    const { engine } = product.tasks;
    const given = words.length === 0 ? {} : { arguments: words.join(' ') };
    try {
      const begun = await engine.tasks.begin(type, { reason: 'MANUAL', ...given });
      if (begun === null) throw new Problem(`A task of the type ${type} is queued or executing already.`);
      if (begun.waitsFor !== null) process.stderr.write(`${begun.name} waits: ${begun.waitsFor}\n`);
      const node = engine.createNodeFor(begun.idRun);
      let interrupted = false;
      const forget = onInterrupt(() => {
        interrupted = true;
        engine.tasks.cancel(begun.idTask).then(node.look, () => {});
      });
      try {
        await node.start();
        const { status, error } = await follow(engine, begun.idRun);
        process.stdout.write(`${begun.name}: ${status}${error === null ? '' : `: ${error}`}\n`);
        if (status !== 'FINISHED') process.exitCode = interrupted ? INTERRUPTED : 1;
      } finally {
        forget();
        await node.stop();
      }
    } finally {
      await product.close();
    }
  });

const runCommand = new Command('run')
  .description('run the first task of a type now, here or at a serving node, and wait for its end')
  .addArgument(new Argument('<type>', 'the type').choices(TASK_TYPES))
  .argument('[arguments...]', 'in place of the arguments of the task: --name=value words, after --')
  .addHelpText('after', examples('kinodex task run CAROUSEL', 'kinodex task run EXPORT_CATALOGUE -- --keep=3'))
  .action(run);

export const taskCommand = new Command('task')
  .description('scheduled tasks')
  .addCommand(runCommand)
  .addHelpText('after', examples('kinodex task run CAROUSEL'));
