import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { routeBy } from './routes.ts';

/**
 * One tab for visit after visit: with the scripts that it has compiled already, a page costs less than half. Nothing of
 * a visit is left for the next one: what the tab cannot be made to forget ends it.
 */

export interface Tab {
  readonly page: Page;
  /** Leaves the page and forgets what it has stored; the next visit may have the tab. */
  readonly leave: () => Promise<void>;
}

/** What a tab can be told at any time. */
type Told = Pick<BrowserContextOptions, 'viewport' | 'reducedMotion' | 'colorScheme'>;
const TOLD: readonly string[] = ['viewport', 'reducedMotion', 'colorScheme'] satisfies (keyof Told)[];

/** What lasts as long as the tab, whatever page is in it. */
const LASTING = {
  page: ['addInitScript', 'addLocatorHandler', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: [
    ...['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'setExtraHTTPHeaders'],
    ...['setGeolocation', 'setHTTPCredentials', 'setOffline'],
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
} as const;

/** What visits listen to; Playwright has listeners of its own to others. */
const EVENTS = [
  ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'frameattached', 'framedetached', 'load'],
  ...['framenavigated', 'page', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response'],
  ...['weberror', 'websocket', 'worker'],
];

type Methods = Record<string, (...args: readonly unknown[]) => unknown>;

/** Calls back before any of these methods does its work. */
const watched = (target: object, names: readonly string[], called: () => void): void => {
  const methods = target as Methods;
  for (const name of names) {
    const whole = methods[name]?.bind(target);
    if (whole === undefined) throw new Error(`Playwright has no ${name} any more`);
    methods[name] = (...args) => {
      called();
      return whole(...args);
    };
  }
};

interface Kept {
  readonly page: Page;
  readonly cdp: CDPSession;
  spent: boolean;
}

const VIEWPORT = { width: 1280, height: 720 };
/** Nothing of the site's lies under the pointer. */
const AWAY = [-10, -10] as const;

const opened = async (browser: Browser): Promise<Kept> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const kept: Kept = { page, cdp: await context.newCDPSession(page), spent: false };
  routeBy(page, kept.cdp);
  const spend = (): void => {
    kept.spent = true;
  };
  page.once('crash', spend);
  watched(page, LASTING.page, spend);
  watched(context, LASTING.context, spend);
  watched(page.clock, LASTING.clock, spend);
  return kept;
};

const toldAs = async (page: Page, { viewport, reducedMotion, colorScheme }: Told): Promise<void> => {
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
    forcedColors: 'none',
    contrast: 'no-preference',
  });
  await page.setViewportSize(viewport ?? VIEWPORT);
};

/** Nothing of the visit is left but what the browser has fetched of files that never change. */
const forget = async ({ page, cdp }: Kept, blank: string): Promise<void> => {
  const context = page.context();
  await Promise.all(context.pages().map((one) => one !== page && one.close()));
  await page.unrouteAll();
  await context.unrouteAll();
  for (const name of EVENTS) {
    page.removeAllListeners(name);
    context.removeAllListeners(name);
  }
  await page.goto(blank);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  const storageTypes = 'indexeddb,cache_storage,service_workers';
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(blank).origin, storageTypes });
  await context.clearCookies();
  await context.clearPermissions();
  await page.mouse.move(...AWAY);
  await cdp.send('Page.resetNavigationHistory');
};

let resting: Kept | undefined;

/** Whether a visit with these options can be in a tab that others have been in. */
export const isShared = (options: BrowserContextOptions): boolean =>
  Object.keys(options).every((name) => TOLD.includes(name));

/** The tab of this worker, or another one where it is in use. `blank`: a file of the site's that is no page. */
export const takeTab = async (browser: Browser, blank: string, options: Told): Promise<Tab> => {
  const known = resting?.page.context().browser() === browser && browser.isConnected() ? resting : undefined;
  resting = undefined;
  const kept = known ?? (await opened(browser));
  await toldAs(kept.page, options);
  if (kept.page.url() !== blank) await kept.page.goto(blank);
  const leave = async (): Promise<void> => {
    if (kept.spent || resting !== undefined) return kept.page.context().close();
    await forget(kept, blank);
    resting = kept;
  };
  return { page: kept.page, leave };
};
