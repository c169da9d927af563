import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { freePort } from './cli.ts';
import { type Ended, launch, processesWith } from './launch.ts';

/** That a start ended with 1, one line on standard error, and nothing left running. */
export const expectLine = ({ code, stdout, stderr }: Ended, line: RegExp | string, data: string): void => {
  expect(stderr).toMatch(/^[^\n]+\n$/);
  if (typeof line === 'string') expect(stderr).toBe(`${line}\n`);
  else expect(stderr).toMatch(line);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(processesWith(data)).toEqual([]);
};

/** A place for starts that cannot be; it is removed after the tests of the file. */
export const failedStarts = () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinodex start '));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const newFolder = (): string => join(folder, `data ${++count}`);
  /** Starts the product through kinodex.mjs, as an operator does. */
  const serve = async (env: Record<string, string>, line: RegExp | string, uid?: number): Promise<void> => {
    const data = env.KINODEX_DATA ?? newFolder();
    const settings = { PORT: String(await freePort()), KINODEX_DATA: data, LOG_LEVEL: 'info', ...env };
    expectLine(await launch(['serve'], { env: settings, ...(uid === undefined ? {} : { uid }) }).ended, line, data);
  };
  return { folder, newFolder, serve };
};
