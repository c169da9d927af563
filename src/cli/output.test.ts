import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { outliveReaders } from './output.ts';

const [GONE, FULL] = ['EPIPE', 'ENOSPC'].map((code) => Object.assign(new Error(`${code}: write`), { code }));

const standing = () => {
  const own = { stdout: new PassThrough(), stderr: new PassThrough(), exitCode: undefined as number | undefined };
  outliveReaders(own as unknown as NodeJS.Process);
  return own;
};

describe('a command that nobody listens to', () => {
  it('goes on without a word', () => {
    const own = standing();
    own.stdout.emit('error', GONE);
    own.stderr.emit('error', GONE);
    own.stderr.emit('error', FULL);
    expect([own.exitCode, own.stderr.read()]).toEqual([undefined, null]);
  });

  it('says once that what it told could not be written', () => {
    const own = standing();
    own.stdout.emit('error', FULL);
    own.stdout.emit('error', FULL);
    expect(own.exitCode).toBe(1);
    expect(String(own.stderr.read())).toBe('What this command tells could not be written: ENOSPC: write\n');
  });
});
