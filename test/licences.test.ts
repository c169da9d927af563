import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What the built server, which has packages in it, says of their licences. */
const root = join(import.meta.dirname, '..');
const [texts = ''] = globSync('dist/server-*/LICENSES', { cwd: root })
  .map((name) => join(root, name))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
const licences = () => readFileSync(texts || expect.fail('no server is built: node kinodex.mjs dev build'), 'utf8');

/** Packages that stay where they are, since they bring binaries. */
const OUTSIDE = ['@node-rs/argon2', 'sharp'];

/** Packages that the sources name where they run, not for their types alone. */
const named = (): readonly string[] => {
  const files = globSync('src/{cli,contracts,server}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/*.fixture.ts'],
  });
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /^(?:import (?!type )[^;]*?|\} )from '((?:@[\w-]+\/)?[\w.-]+)[^']*';/gm,
      ),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !/^(?:node$|\.)/.test(name) && !OUTSIDE.includes(name)).sort();
};

it('are told of every package that the server was made with', () => {
  const told = licences();
  expect(named().length).toBeGreaterThan(10);
  expect(
    named().filter(
      (name) =>
        !told.includes(
          `${name} ${JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version}\n`,
        ),
    ),
  ).toEqual([]);
});

it('are told whole where a package has their text', () => {
  const told = licences();
  const without = named().filter((name) => {
    const folder = join(root, 'node_modules', name);
    const [file] = globSync('{LICENSE,LICENCE,license,licence}*', { cwd: folder });
    return file !== undefined && !told.includes(readFileSync(join(folder, file), 'utf8').trim());
  });
  expect(without).toEqual([]);
});
