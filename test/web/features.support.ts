import type { Page, Route } from 'playwright-core';
import type { Site, SitePage } from '#test/support/site.ts';

/** Buying without a provider: what the billing calls answer is set in the browser. */

let last = 0;

export const CREATING = 'Creating payment. Wait a moment';
export const REDIRECTING = 'Redirecting to the payment provider. Do not close the browser';
export const NO_LINK = 'Error getting link to the payment provider';
export const FINISHING = 'Finishing payment';

const answer = (data: unknown) => ({ code: 200, data, error: null, page: null, total: null, regs: null });
export const refusal = (code: number, reason: string, error: string) => ({
  ...answer(null),
  code,
  reason,
  error,
  details: [],
});
export const gives = (data: unknown) => (route: Route) => route.fulfill({ json: answer(data) });

export interface Billing {
  readonly method?: { readonly provider: string; readonly test: boolean };
  readonly payments?: readonly unknown[];
  /** What is on sale; that of the product when it is left out. */
  readonly plans?: readonly unknown[];
}

const billing = async (page: Page, { method, payments = [], plans }: Billing): Promise<void> => {
  if (plans) await page.route('**/api/public/features', gives(plans));
  await page.route('**/api/public/payment', gives(method ?? { provider: 'paypal', test: false }));
  await page.route('**/api/user/payments', gives(payments));
};

/** A visitor with these answers, at an address. */
export const visitor = async (
  site: Site,
  path: string,
  set: Billing,
  look: (visit: SitePage) => Promise<void>,
): Promise<void> => {
  const visit = await site.outside();
  await billing(visit.page, set);
  await visit.page.goto(`${site.origin}${path}`);
  await look(visit);
  await visit.done();
};

/** A person of the test's own, whose session is stored already. */
export const person = async (
  site: Site,
  path: string,
  set: Billing,
  look: (visit: SitePage) => Promise<void>,
): Promise<void> => {
  const email = `buyer${++last}@example.org`;
  const session = await site.product.signIn(email);
  const visit = await site.outside();
  const user = JSON.stringify({ email, role: 'USER' });
  await visit.page.evaluate(
    `localStorage.setItem('authToken', '${session}'); localStorage.setItem('authUser', '${user}')`,
  );
  await billing(visit.page, set);
  await visit.page.goto(`${site.origin}${path}`);
  await look(visit);
  await visit.done();
};

export const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Features' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
export const message = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();
/** The messages in the order in which they appear, from now on. */
export const watchMessages = (page: Page): Promise<unknown> =>
  page.evaluate(`
    window.said = [];
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[data-part=alert] span'))
        if (window.said.at(-1) !== textContent) window.said.push(textContent);
    }).observe(document.querySelector('[data-part=alerts]'), { childList: true, subtree: true, characterData: true });
  `);
