import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { argumentsOf } from './arguments.ts';
import { taskType } from './type.ts';

const read = argumentsOf(
  taskType({
    name: 'RATINGS',
    summary: 'For tests.',
    category: 'cron',
    arguments: Type.Object({
      from: Type.Optional(Type.String({ maxLength: 20 })),
      complete: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      only: Type.Optional(Type.Enum(['fetch', 'sizes'])),
    }),
    run: async () => {},
  }),
);

it.each([
  ['', {}],
  ['   ', {}],
  ['--from=./imdb --complete', { from: './imdb', complete: true }],
  ['--from="a folder"  --complete=false --limit=7', { from: 'a folder', complete: false, limit: 7 }],
  ['--from=', { from: '' }],
  ['--from=a=b', { from: 'a=b' }],
  ['--only=sizes', { only: 'sizes' }],
])('%s is read', (text, given) => {
  expect(read(text)).toEqual({ given });
});

it.each([
  ['from=x', "'from=x' is no --name=value"],
  ['--complete yes', "'yes' is no --name=value"],
  ['--from="a folder', "'--from=\"a' is no --name=value"],
  ['--limit=1 --limit=2', '--limit is given more than once'],
  ['--limit=0', '--limit must be a whole number from 1 to 100'],
  ['--limit=many', '--limit must be a whole number from 1 to 100'],
  ['--complete=perhaps', '--complete must be true, false, 1 or 0'],
  ['--nothing=1', '--nothing is not known here'],
  ['--__proto__=1', "'--__proto__=1' is no --name=value"],
  ['--constructor=1', '--constructor is not known here'],
  ['; rm -rf /', "';' is no --name=value"],
  ['--from=123456789012345678901', '--from must have at most 20 characters'],
])('%s is refused', (text, problem) => {
  expect(read(text)).toEqual({ problem });
});
