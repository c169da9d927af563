import type { Page } from 'playwright-core';
import type { VisitOptions } from '#test/support/browser.ts';
import type { Site } from '#test/support/site.ts';
import { row } from './features.support.ts';

/** Buyers and administrators at the browser, with the sandbox as the provider. */

export interface Seat {
  readonly email: string;
  readonly session: string;
  readonly admin?: boolean;
}

interface Before {
  readonly dark?: boolean;
  /** What is set on the page before it loads. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** A page of somebody who is signed in already; it is left without errors. */
export const seated = async (
  site: Site,
  { email, session, admin = false }: Seat,
  path: string,
  look: (page: Page) => Promise<void>,
  options: VisitOptions & Before = {},
): Promise<void> => {
  const { dark = false, before, ...more } = options;
  const { page, done } = await site.outside(more);
  const kept = {
    authToken: session,
    authUser: JSON.stringify({ email, role: admin ? 'ADMIN' : 'USER' }),
    darkTheme: dark ? '1' : '0',
    regsPerPage: '20',
  };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
  await before?.(page);
  await page.goto(`${site.origin}/#${path}`);
  await look(page);
  await done();
};

/** Someone new. */
export const someone = async (site: Site, email: string, admin = false): Promise<Seat> => ({
  email,
  session: await site.product.signIn(email, { admin }),
  admin,
});

/** Begins a purchase of a product by its name: the address of the provider's page. */
export const beginPurchase = async ({ product }: Site, { session }: Seat, name: string, period = 1): Promise<URL> => {
  const { data } = (await product.app.inject('/api/public/features')).json<{
    data: readonly { readonly idProduct: number; readonly name: string }[];
  }>();
  const idProduct = data.find((one) => one.name === name)?.idProduct;
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/user/purchase',
    headers: { authorization: `Bearer ${session}` },
    payload: [{ idProduct, period }],
  });
  return new URL(answer.json<{ data: { link: string } }>().data.link);
};

/** What the buyer decides at the provider's page, without a browser. */
export const decide = (site: Site, order: string, choice: 'approve' | 'decline' | 'cancel') =>
  site.product.app.inject({
    method: 'POST',
    url: `/sandbox/checkout/${order}/${choice}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });

/** Buys it and comes back: the order. */
export const bought = async (site: Site, seat: Seat, name: string, period = 1): Promise<string> => {
  const order = (await beginPurchase(site, seat, name, period)).searchParams.get('token') ?? '';
  await decide(site, order, 'approve');
  await site.product.app.inject({
    url: `/api/user/purchase-success?token=${order}`,
    headers: { authorization: `Bearer ${seat.session}` },
  });
  return order;
};

/** The row of the list that holds this text, in a table or on a card. */
export const line = (page: Page, text: string) =>
  page.locator('[data-part=list][aria-busy=false] :is(tbody tr, [data-part=cards] > li)').filter({ hasText: text });

/** How many pixels the page is wider than its window. */
export const excess = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** A picture for whoever wants to look: `SHOTS` names the folder. */
export const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

/** The alert bar says it. */
export const said = (page: Page, text: string): Promise<void> =>
  page.locator('[data-part=alerts]').getByText(text).waitFor();
/** Decides at the sandbox's page. */
export const press = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await page.getByText('Test payment: no money is moved.').waitFor();
  // By the keyboard alone: from the start of the page.
  for (let tries = 0; tries < 8; tries++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.textContent')) === name) break;
  }
  await page.keyboard.press('Enter');
};
/** Buys Basic for so many months with the buttons of the features list: the order, at the sandbox's page. */
export const buy = async (page: Page, months: string): Promise<string> => {
  await row(page, 'Basic').getByRole('combobox').selectOption(months);
  await row(page, 'Basic')
    .getByRole('button', { name: /Purchase/ })
    .click();
  await page.waitForURL('**/sandbox/checkout?*');
  return new URL(page.url()).searchParams.get('token') ?? '';
};
