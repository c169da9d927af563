import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '#test/support/command.ts';

const NOWHERE = join(tmpdir(), 'kinodex-nowhere', 'kinodex.tar');

describe('a path on the command line', () => {
  it.each([
    [['backup', '--check', NOWHERE], `${NOWHERE} cannot be used: it is not there\n`],
    [['restore', NOWHERE], `${NOWHERE} cannot be used: it is not there\n`],
    [['restore', tmpdir()], `${tmpdir()} cannot be used: it is a folder\n`],
  ])('is named by what cannot be used: %s', async (args, stderr) => {
    await expect(command({}, ...args)).rejects.toMatchObject({ code: 1, stderr });
  });

  it.each([['export'], ['backup'], ['restore'], ['import', 'imdb-datasets']])('is not empty: %s', async (...args) => {
    await expect(command({}, ...args, '')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^command-argument value '' is invalid for argument '\w+'. It is empty\n/),
    });
  });
});
