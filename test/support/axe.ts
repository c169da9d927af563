import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { standsStill } from './browser.ts';
import { PATIENCE } from './patience.ts';

/** What axe finds on a page, in a test. */

/** The rules that depend on nothing else. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Where sites under test have it: from there the browser compiles it once for many pages. */
export const AXE_PATH = '/axe.min.js';
export const axeSource = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Looked {
  /** Looks at this part of the page alone. */
  readonly part?: string;
  /** Rules that do not hold here. */
  readonly without?: readonly string[];
}
type Fault = readonly [rule: string, elements: readonly string[]];

/** A list pales while it is read anew, which is no fault. */
const IS_BUSY = `document.querySelector('main [aria-busy=true]') !== null`;

/** What may stand outside of the parts of a page: besides what axe lets be there, tooltips, which belong to what has the focus. */
const APART = 'dialog, [role=dialog], [role=alertdialog], svg, [role=tooltip]';
const SET_UP = `axe.configure({ checks: [{ id: 'region', options: { regionMatcher: '${APART}' } }] })`;

/** What a page holds, whatever its colours. */
const CONTENT = `[location.href, innerWidth, document.title, document.body.innerHTML].join(' ')`;
/** What was looked at last and found without a fault. */
const sound = new WeakMap<Page, string>();

/** Only what is wrong is put together: all that is right costs axe more than the looking. No page has sound or film to be fetched before. */
const run = async (page: Page, { part, without = [] }: Looked): Promise<AxeResults['violations']> => {
  await standsStill(page);
  if (!(await page.evaluate("'axe' in window"))) {
    await page.addScriptTag({ url: AXE_PATH });
    await page.evaluate(SET_UP);
  }
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const where = part === undefined ? 'document' : JSON.stringify(part);
  const content = `${where} ${without} ${await page.evaluate<string>(CONTENT)}`;
  // Of the same in the other theme the colours alone are new.
  const which =
    sound.get(page) === content ? { runOnly: COLOURS.filter((rule) => !without.includes(rule)) } : { rules };
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...which });
  const look = (): Promise<AxeResults['violations']> =>
    page.evaluate(`axe.run(${where}, ${options}).then(({ violations }) => violations)`);
  // It may have been busy then and be no more: whatever is found is looked at once more.
  if ((await look()).length === 0) {
    sound.set(page, content);
    return [];
  }
  await page.waitForFunction(`!(${IS_BUSY})`, undefined, { timeout: PATIENCE });
  await standsStill(page);
  return look();
};
const told = (violations: AxeResults['violations']): readonly Fault[] =>
  violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

/** Every fault, however small, once everything stands still. */
export const faultsOn = async (page: Page, looked: Looked = {}): Promise<readonly Fault[]> =>
  told(await run(page, looked));

/** The faults that are serious or worse, once everything stands still. */
export const seriousOn = async (page: Page): Promise<readonly Fault[]> =>
  told((await run(page, {})).filter(({ impact }) => impact === 'serious' || impact === 'critical'));
