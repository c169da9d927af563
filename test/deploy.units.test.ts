import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '#server/app/strangers.ts';

const UNITS = join(import.meta.dirname, '..', 'deploy', 'systemd');

describe('the units of systemd', () => {
  const linesOf = (name: string): readonly string[] =>
    readFileSync(join(UNITS, name), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'));
  const valuesOf = (lines: readonly string[], key: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? line.slice(key.length + 1).split(' ') : []));

  it.each(['kinodex.service', 'kinodex@.service'])(
    '%s has settings of the product, and folders that it may write to',
    (name) => {
      const lines = linesOf(name);
      const said = Object.fromEntries(valuesOf(lines, 'Environment').map((pair) => pair.split('=')));
      const { XDG_RUNTIME_DIR, ...settings } = said;
      expect(Object.keys(settings).filter((key) => !(SETTING_NAMES as readonly string[]).includes(key))).toEqual([]);
      expect(valuesOf(lines, 'StateDirectory').map((folder) => `/var/lib/${folder}`)).toEqual([settings.KINODEX_DATA]);
      expect(valuesOf(lines, 'RuntimeDirectory').map((folder) => `/run/${folder}`)).toEqual([XDG_RUNTIME_DIR]);
      // As long as the look of a balancer, and 22 s where the database is silent.
      expect(Number(valuesOf(lines, 'TimeoutStopSec')[0])).toBeGreaterThan(Number(settings.STOP_DELAY ?? 0) + 22);
    },
  );

  it('guard each node of several as they do one', () => {
    const own = /^(?:Description|Environment|StateDirectory|RuntimeDirectory|WorkingDirectory)=/;
    const others = (name: string) => linesOf(name).filter((line) => !own.test(line));
    expect(others('kinodex@.service')).toEqual(others('kinodex.service'));
    const several = linesOf('kinodex@.service').filter((line) => own.test(line));
    // Each has what is its own, named by its port.
    expect(several.filter((line) => !line.includes('%i'))).toEqual([]);
  });
});
