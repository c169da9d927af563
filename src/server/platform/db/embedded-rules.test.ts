import { describe, expect, it } from 'vitest';
import { judgeDisk } from './embedded-disk.ts';
import { parsePostmaster } from './embedded-lock.ts';

describe('parsePostmaster', () => {
  it('reads the pid, the socket folder and whether it is ready', () => {
    const lines = ['314', '/data/18', '1763700000', '5432', '/run/kinodex-1', '', '  1234', 'ready   '];
    expect(parsePostmaster(lines.join('\n'))).toEqual({ pid: 314, socketFolder: '/run/kinodex-1', ready: true });
    expect(parsePostmaster(lines.with(7, 'starting').join('\n'))?.ready).toBe(false);
  });

  it('does not trust a file that is only half written', () => {
    expect(parsePostmaster('')).toBeUndefined();
    expect(parsePostmaster('314\n/data/18\n')).toBeUndefined();
  });
});

describe('judgeDisk', () => {
  it('calls the disk low below the mark, and until a quarter above it is free again', () => {
    expect(judgeDisk(99, false, 100)).toBe(true);
    expect(judgeDisk(110, false, 100)).toBe(false);
    expect(judgeDisk(110, true, 100)).toBe(true);
    expect(judgeDisk(125, true, 100)).toBe(false);
  });
});
