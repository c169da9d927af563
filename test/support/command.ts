import { vi } from 'vitest';
import { runCommand } from '../../src/cli/run.ts';

/**
 * Runs a command of the product with these settings in this process, since the start of one of its own costs more than
 * what most commands do. Rejects when it fails, with its code and what it has said.
 */
export const command = async (
  settings: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ stdout: string; stderr: string }> => {
  const said = { stdout: '', stderr: '' };
  const hears = (name: keyof typeof said) => (text: unknown) => {
    said[name] += String(text);
    return true;
  };
  const told = [
    vi.spyOn(process.stdout, 'write').mockImplementation(hears('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(hears('stderr')),
    vi.spyOn(console, 'error').mockImplementation((...texts) => void hears('stderr')(`${texts.join(' ')}\n`)),
  ];
  for (const [name, value] of Object.entries({ LOG_LEVEL: 'warn', ...settings })) vi.stubEnv(name, value);
  try {
    const code = await runCommand(args);
    if (code !== 0) throw Object.assign(new Error(said.stderr), { code, ...said });
    return { ...said };
  } finally {
    // Work that can be interrupted lets go of what would hold its process, which here holds this worker.
    process.channel?.ref();
    vi.unstubAllEnvs();
    for (const one of told) one.mockRestore();
  }
};
