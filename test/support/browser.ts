import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { routeBy } from './routes.ts';
import { isShared, type Tab, takeTab } from './tabs.ts';

/** Debian's Chromium without windows, which takes a third less of the processor's time for the same pages. */
const PACKAGE = 'chromium-headless-shell';
const SHELL = `/usr/bin/${PACKAGE}`;
const PLACES = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const found = (): string | undefined =>
  [process.env.CHROMIUM, ...PLACES].find((path) => path !== undefined && existsSync(path));

const advice = `Browser tests need Chromium: install the package "${PACKAGE}" or "chromium", or name a binary in CHROMIUM.`;

/** Installs the shell where this is root on Debian; another Chromium that is there will do where that is not to be had. */
export const installBrowser = (): void => {
  const there = found();
  const isRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isRoot || (there !== undefined && [SHELL, process.env.CHROMIUM].includes(there))) return;
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const wanted = ['install', '-y', '--no-install-recommends', PACKAGE];
  if (run(...wanted) || there !== undefined) return;
  if (!(run('update') && run(...wanted))) console.error(`apt-get could not install it. ${advice}`);
};

/**
 * What Chromium leaves off. This list takes the place of the one Playwright would give, which asks the network nothing
 * and shows pages as they come; the last line is ours: each window of a whole Chromium draws two hidden pages for
 * its address bar otherwise, which costs as much as the page that is looked at.
 */
const FEATURES_OFF = [
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['TcpPortRandomizationWin', 'ThirdPartyStoragePartitioning'],
  ...['WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'],
];

/** A headless Chromium that asks nothing of the network by itself. */
const start = (): Promise<Browser> => {
  const executablePath = found();
  if (executablePath === undefined) throw new Error(advice);
  const args = [
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Letters as wide as in the browsers that people have, not rounded to whole pixels.
    '--font-render-hinting=slight',
    `--disable-features=${FEATURES_OFF.join(',')}`,
    // What is compiled for speed pays off in pages that are open for longer than a test looks at them.
    '--js-flags=--no-opt,--no-maglev',
  ];
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args });
};

let browser: Promise<Browser> | undefined;

/** The browser of this worker: one for all its files, whose profiles are apart. Another one where it has crashed. */
const browserHere = async (): Promise<Browser> => {
  if (browser !== undefined && (await browser).isConnected()) return browser;
  browser = start();
  return browser;
};

export type VisitOptions = BrowserContextOptions & { readonly own?: boolean };

/** What a test file opens in a browser, each in a fresh profile. */
export interface Windows {
  readonly newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
  /** The tab that visits share, at `blank`; a profile of the visit's own for what a tab cannot be told, or when asked. */
  readonly visit: (blank: string, options: VisitOptions) => Promise<Tab>;
  /** Closes whatever is left open, such as what a failed test has left. */
  readonly close: () => Promise<void>;
}

export const openBrowser = async (): Promise<Windows> => {
  const here = await browserHere();
  const open = new Set<BrowserContext>();
  const newContext: Windows['newContext'] = async (options) => {
    const context = await here.newContext(options);
    open.add(context);
    context.once('close', () => open.delete(context));
    return context;
  };
  const visit: Windows['visit'] = async (blank, { own = false, ...options }) => {
    if (!own && isShared(options)) {
      const tab = await takeTab(here, blank, options);
      const context = tab.page.context();
      open.add(context);
      const leave = async (): Promise<void> => {
        await tab.leave();
        open.delete(context);
      };
      return { page: tab.page, leave };
    }
    const context = await newContext(options);
    const page = await context.newPage();
    routeBy(page, await context.newCDPSession(page));
    return { page, leave: () => context.close() };
  };
  return {
    newContext,
    visit,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: async () => {
      await Promise.all([...open].map((context) => context.close()));
    },
  };
};

/** Resolves when letters have come and nothing moves but what never ends; what is taken away while it moves has stopped too. */
export const standsStill = (page: Page): Promise<unknown> =>
  page.evaluate(
    `document.fonts.ready.then(() => Promise.allSettled(document.getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished)))`,
  );
