import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { standsStill } from './browser.ts';
import { PATIENCE } from './patience.ts';

/** What axe finds on a page, in a test. */

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

/** Only what is wrong is put together: all that is right costs axe more than the looking. No page has sound or film to be fetched before. */
const run = async (page: Page, { part, without = [] }: Looked): Promise<axe.AxeResults['violations']> => {
  await standsStill(page);
  // The policy of the page lets nobody add a script, so this one is evaluated.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source}; ${SET_UP}`);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, rules });
  const where = part === undefined ? 'document' : JSON.stringify(part);
  const look = (): Promise<axe.AxeResults['violations']> =>
    page.evaluate(`axe.run(${where}, ${options}).then(({ violations }) => violations)`);
  // It may have been busy then and be no more: whatever is found is looked at once more.
  if ((await look()).length === 0) return [];
  await page.waitForFunction(`!(${IS_BUSY})`, undefined, { timeout: PATIENCE });
  await standsStill(page);
  return look();
};
const told = (violations: axe.AxeResults['violations']): readonly Fault[] =>
  violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

/** Every fault, however small, once everything stands still. */
export const faultsOn = async (page: Page, looked: Looked = {}): Promise<readonly Fault[]> =>
  told(await run(page, looked));

/** The faults that are serious or worse, once everything stands still. */
export const seriousOn = async (page: Page): Promise<readonly Fault[]> =>
  told((await run(page, {})).filter(({ impact }) => impact === 'serious' || impact === 'critical'));
