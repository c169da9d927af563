import { expect, it } from 'vitest';
import { argumentsOf } from '#server/platform/tasks/arguments.ts';
import { readConfig } from './config.ts';
import { type TaskServices, tasksOf } from './tasks.ts';

// Making a type asks nothing of its services.
const config = readConfig({}, '/');
const types = tasksOf({ billing: {}, config, db: {}, editing: {} } as unknown as TaskServices);
const read = (name: string, text: string) => {
  const type = types.find((one) => one.name === name);
  if (!type) throw new Error(`There is no type ${name}.`);
  return argumentsOf(type)(text);
};

it.each(['/etc', '..', '../other', 'weekly/../..', '.', 'a/.', '\\\\server'])(
  'EXPORT_CATALOGUE is not saved to be written to %s',
  (to) =>
    expect(read('EXPORT_CATALOGUE', `--to=${to}`)).toEqual({
      problem: '--to must be a folder of its own in the data folder, such as exports/weekly',
    }),
);

it.each(['exports', 'weekly/films', '"a folder/..b"', '.hidden'])('EXPORT_CATALOGUE may be written to %s', (to) =>
  expect(read('EXPORT_CATALOGUE', `--to=${to}`)).toHaveProperty('given.to'),
);

it.each(['file:///etc/passwd', 'ftp://films.example/', 'data:text/plain,x'])(
  'IMDB_DATASETS and RATINGS are not saved to read %s',
  (from) => {
    for (const name of ['IMDB_DATASETS', 'RATINGS'])
      expect(read(name, `--from=${from}`)).toEqual({
        problem: '--from must be a folder of the server, or an http(s) address',
      });
  },
);

it.each(['/srv/imdb', './imdb', '"my imdb"', 'https://films.example/imdb', 'http://127.0.0.1:8080'])(
  'IMDB_DATASETS may read %s',
  (from) => expect(read('IMDB_DATASETS', `--from=${from}`)).toHaveProperty('given.from'),
);
