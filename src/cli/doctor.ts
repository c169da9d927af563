import { Command } from 'commander';
import { ConfigProblems } from '#server/app/config.ts';
import { diagnose } from '#server/app/doctor/doctor.ts';
import { type Finding, warning, wrong } from '#server/app/doctor/finding.ts';
import { ownSettings } from '#server/app/open.ts';
import { Problem } from '#server/kernel/problem.ts';
import { examples } from './examples.ts';

const STATES = { ok: 'ok     ', warning: 'WARNING', wrong: 'WRONG  ' } as const;

const lineOf = ({ check, state, what, mend }: Finding): string =>
  `${STATES[state]} ${check.padEnd(20)} ${mend === '' ? what : `${what}; ${mend}`}\n`;

const findings = async (): Promise<readonly Finding[]> => {
  try {
    const { config, strangers } = ownSettings();
    const odd = strangers.map((line) => warning('settings', line, 'correct its name, or remove it'));
    return [...odd, ...(await diagnose(config))];
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    return error.problems.map((line) => wrong('settings', line, 'correct it in the environment or in .env'));
  }
};

export const doctorCommand = new Command('doctor')
  .description('look at database, disk, clock, Redis, sources, mail and payments: what is wrong, and how to mend it')
  .option('--json', 'as JSON, for programs')
  .addHelpText('after', examples('kinodex doctor', 'kinodex doctor --json'))
  .action(async ({ json }: { readonly json?: true }) => {
    const found = await findings();
    const bad = found.filter(({ state }) => state === 'wrong').length;
    process.stdout.write(
      json ? `${JSON.stringify({ healthy: bad === 0, findings: found }, null, 2)}\n` : found.map(lineOf).join(''),
    );
    // As a failure of the command, so that its process does not wait for what hangs.
    if (bad > 0) throw new Problem(`${bad} of ${found.length} findings ${bad === 1 ? 'is' : 'are'} wrong`);
  });
