import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = (): string | undefined =>
  [process.env.CHROMIUM, ...PLACES].find((path) => path !== undefined && existsSync(path));

const advice = 'Browser tests need Chromium: install the package "chromium", or name a binary in CHROMIUM.';

/** Installs Debian's Chromium where this is root on Debian and there is none. */
export const installBrowser = (): void => {
  if (found() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const wanted = ['install', '-y', '--no-install-recommends', 'chromium'];
  if (!(run(...wanted) || (run('update') && run(...wanted)))) console.error(`apt-get could not install it. ${advice}`);
};

/** A headless Chromium that asks nothing of the network by itself. */
export const openBrowser = (): Promise<Browser> => {
  const executablePath = found();
  if (executablePath === undefined) throw new Error(advice);
  const args = [
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args });
};

/** Resolves when letters have come and nothing moves any more; what is taken away while it moves has stopped too. */
export const standsStill = (page: Page): Promise<unknown> =>
  page.evaluate(
    'document.fonts.ready.then(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))',
  );
