import { Command } from 'commander';
import { SETTINGS } from '#server/app/settings.ts';
import {
  type Configuration,
  createConfiguration,
  type Shown,
} from '#server/modules/configuration/configuration.service.ts';
import { examples } from './examples.ts';
import { withCatalogue } from './settings.ts';

const withConfiguration = (work: (configuration: Configuration) => Promise<string> | string): Promise<void> =>
  withCatalogue(async ({ db }) => {
    const configuration = createConfiguration({ db, settings: SETTINGS });
    await configuration.reload();
    process.stdout.write(await work(configuration));
  });

/** A setting for people: its value, what it may be, what it means. */
const describeSetting = ({ key, now, value, usable, takes, description }: Shown): string => {
  const first = now === value ? 'as at first' : `at first ${value === '' ? 'nothing' : value}`;
  const unused = usable ? '' : '   NOT USED: it does not fit, the first value counts';
  return `${key} = ${now}${unused}\n    ${description}\n    takes ${takes.words}; ${first}\n`;
};

const list = new Command('list')
  .description('show every setting with its value, first value and meaning')
  .addHelpText('after', examples('kinodex config list'))
  .action(() => withConfiguration((configuration) => configuration.all().map(describeSetting).join('\n')));

const get = new Command('get')
  .description('print the value of a setting')
  .argument('<key>', 'such as AUDIT_DAYS')
  .addHelpText('after', examples('kinodex config get AUDIT_DAYS'))
  .action((key: string) => withConfiguration((configuration) => `${configuration.one(key).now}\n`));

const set = new Command('set')
  .description('change a setting; running products follow at once')
  .argument('<key>', 'such as AUDIT_DAYS')
  .argument('<value>', 'its new value')
  .addHelpText(
    'after',
    examples('kinodex config set AUDIT_DAYS 30', "kinodex config set SOURCES_PUBLIC 'sample,wikidata'"),
  )
  .action((key: string, value: string) =>
    withConfiguration(async (configuration) => {
      await configuration.change(key, value);
      return describeSetting(configuration.one(key));
    }),
  );

export const configCommand = new Command('config')
  .description('settings that take effect without a restart')
  .addCommand(list)
  .addCommand(get)
  .addCommand(set)
  .addHelpText('after', examples('kinodex config list', 'kinodex config set AUDIT_DAYS 30'));
