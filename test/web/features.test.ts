import { describe, expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { heading, signInOn } from '#test/support/sign-in.ts';
import { testSite } from '#test/support/site.ts';
import {
  CREATING,
  gives,
  message,
  NO_LINK,
  person,
  REDIRECTING,
  refusal,
  row,
  visitor,
  watchMessages,
} from './features.support.ts';

/** The features list and the way to the payment provider and back. What the billing calls answer is set here. */

const { site } = await testSite();

describe('the features list', () => {
  it('shows a visitor prices, and no purchase controls before a token is stored', () =>
    visitor(site, '/', {}, async ({ page }) => {
      await row(page, 'Free').getByText('Forever FREE').waitFor();
      expect(await row(page, 'Basic').innerText()).toMatch(/25,000 requests a day/);
      await row(page, 'Basic').getByText('€9.00 / month').waitFor();
      await row(page, 'Pro').getByText('€39.00 / month').waitFor();
      const list = page.getByRole('list', { name: 'Features' });
      expect([await list.getByRole('combobox').count(), await list.getByRole('button').count()]).toEqual([0, 0]);
      expect(await row(page, 'Free').getByRole('link').count()).toBe(0);
    }));

  it('offers 1 to 12 months with the total to who is signed in, and nothing for what is free', () =>
    person(site, '/#/features', { method: { provider: 'sandbox', test: true } }, async ({ page }) => {
      await heading(page, 'Features');
      const months = row(page, 'Basic').getByRole('combobox', { name: 'Months of Basic' });
      await months.waitFor();
      expect(await months.getByRole('option').count()).toBe(12);
      await months.selectOption('3');
      await row(page, 'Basic').getByText('3 months, €27.00').waitFor();
      await row(page, 'Basic').getByRole('button', { name: 'Purchase €27.00, Basic', exact: true }).waitFor();
      await row(page, 'Basic').getByText('Test payment').waitFor();
      expect(await row(page, 'Free').getByRole('button').count()).toBe(0);
      expect(new URL(page.url()).hash).toMatch(/^#\/features\?plan=\d+&period=3$/);
      await page.reload();
      await row(page, 'Basic').getByText('3 months, €27.00').waitFor();
    }));

  it('says until when a plan runs, and which of two is used', () =>
    visitor(site, '/', {}, async ({ page }) => {
      const { data } = (await site.product.app.inject('/api/public/features')).json<{
        data: readonly { readonly idProduct: number; readonly name: string }[];
      }>();
      const idOf = (plan: string) => data.find(({ name }) => name === plan)?.idProduct;
      const paid = (plan: string, day: string) => ({
        idProduct: idOf(plan),
        status: 'COMPLETED',
        endDate: `${day}T12:00:00.000Z`,
      });
      await person(site, '/#/features', { payments: [paid('Basic', '2126-02-20')] }, async (visit) => {
        await row(visit.page, 'Basic').getByText('Current plan until 2126-02-20').waitFor();
        expect(await visit.page.getByText('Current plan').count()).toBe(1);
      });
      await person(
        site,
        '/#/features',
        { payments: [paid('Basic', '2126-02-20'), paid('Pro', '2126-01-20')] },
        async (visit) => {
          await row(visit.page, 'Pro').getByText('Current plan until 2126-01-20').waitFor();
          await row(visit.page, 'Basic').getByText('Paid until 2126-02-20, not used while Pro runs').waitFor();
          expect(await visit.page.getByText('Current plan').count()).toBe(1);
        },
      );
      await row(page, 'Basic').waitFor();
    }));

  it.each([1440, 390])(
    'has no serious fault in either theme at %i px',
    (width) =>
      person(site, '/#/features?plan=2', { method: { provider: 'sandbox', test: true } }, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        for (const theme of ['Light', 'Dark']) {
          await row(page, 'Basic').getByText('Test payment').waitFor();
          await page.getByRole('contentinfo').getByText(theme, { exact: true }).click();
          await page.locator(`html[data-mantine-color-scheme=${theme.toLowerCase()}]`).waitFor();
          expect(await seriousOn(page)).toEqual([]);
          const wide = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect(wide).toBeLessThanOrEqual(0);
          if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/features-${width}-${theme}.png` });
        }
      }),
    60_000,
  );

  it('says that payments are not set up', () =>
    person(site, '/#/features', { method: { provider: 'none', test: false } }, async ({ page }) => {
      const button = row(page, 'Basic').getByRole('button', { name: 'Payments are not set up' });
      expect(await button.isDisabled()).toBe(true);
    }));

  it('keeps plan and months through sign-in', async () => {
    await site.product.signIn('later@example.org');
    await visitor(site, '/', {}, async ({ page }) => {
      await row(page, 'Pro').getByRole('link', { name: 'Sign in to purchase' }).click();
      await heading(page, 'Sign in');
      const address = new URL(page.url().replace('/#', ''));
      expect(address.searchParams.get('returnUrl')).toMatch(/^\/features\?plan=\d+&period=1$/);
      await signInOn(page, 'later@example.org');
      await heading(page, 'Features');
      expect(new URL(page.url()).hash).toMatch(/^#\/features\?plan=\d+&period=1$/);
      expect(await row(page, 'Pro').getAttribute('data-chosen')).toBe('true');
      const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
      await expect.poll(focused).toBe('Months of Pro');
      // Also where it is not seen at first.
      await page.setViewportSize({ width: 390, height: 300 });
      await page.reload();
      await expect.poll(focused).toBe('Months of Pro');
      const box = await row(page, 'Pro').getByRole('combobox').boundingBox();
      expect([(box?.y ?? -1) >= 0, (box?.y ?? 300) + (box?.height ?? 0) <= 300]).toEqual([true, true]);
    });
  });
});

describe('a purchase', () => {
  it("sends product and months, speaks in order and goes to the provider's page", () =>
    person(site, '/#/features', {}, async ({ page }) => {
      const sent: unknown[] = [];
      await page.route('**/api/user/purchase', (route) => {
        sent.push(route.request().postDataJSON());
        return gives({ method: 'GET', link: `${site.origin}/docs?token=EC1` })(route);
      });
      await page.route('**/docs?token=EC1', (route) => route.fulfill({ body: 'the page of the provider' }));
      await row(page, 'Basic').getByRole('combobox').selectOption('3');
      await watchMessages(page);
      await page.evaluate(
        'window.addEventListener("pagehide", () => sessionStorage.setItem("said", JSON.stringify(window.said)))',
      );
      await row(page, 'Basic').getByRole('button', { name: 'Purchase €27.00' }).click();
      await page.getByText('the page of the provider').waitFor();
      const spoken = await page.evaluate<string>('sessionStorage.getItem("said")');
      expect(JSON.parse(spoken)).toEqual([CREATING, REDIRECTING]);
      expect(sent).toEqual([[{ idProduct: expect.any(Number), period: 3 }]]);
    }));

  it('goes on when its page is left before the answer comes', () =>
    person(site, '/#/features', {}, async ({ page }) => {
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      await page.route('**/api/user/purchase', async (route) => {
        await left;
        await gives({ method: 'GET', link: `${site.origin}/docs?token=EC1` })(route);
      });
      await page.route('**/docs?token=EC1', (route) => route.fulfill({ body: 'the page of the provider' }));
      await row(page, 'Basic')
        .getByRole('button', { name: /Purchase/ })
        .click();
      await message(page, CREATING);
      await page.evaluate('location.hash = "#/payments"');
      await heading(page, 'Payments');
      leave();
      await page.getByText('the page of the provider').waitFor();
    }));

  it.each([
    ['another method', { method: 'POST', link: 'https://pay.example.org/x' }],
    ['a link that is no https', { method: 'GET', link: 'http://pay.example.org/x' }],
    ['no data', null],
    ['a script', { method: 'GET', link: 'javascript:alert(1)' }],
  ])('goes nowhere with %s', (_, data) =>
    person(site, '/#/features', {}, async ({ page }) => {
      await page.route('**/api/user/purchase', gives(data));
      await row(page, 'Basic')
        .getByRole('button', { name: /Purchase/ })
        .click();
      await message(page, NO_LINK);
      expect(page.url()).toBe(`${site.origin}/#/features`);
    }),
  );

  it('says what the server says when it refuses, and can be tried again', () =>
    person(site, '/#/features', {}, async ({ page }) => {
      const text = 'The payment provider does not answer; try again in a moment.';
      await page.route('**/api/user/purchase', (route) =>
        route.fulfill({ status: 503, json: refusal(503, 'provider_away', text) }),
      );
      const button = row(page, 'Basic').getByRole('button', { name: /Purchase/ });
      await button.click();
      await message(page, text);
      expect(await page.getByText(CREATING).count()).toBe(0);
      await page.route('**/api/user/purchase', gives({ method: 'POST', link: '' }));
      await button.click();
      await message(page, NO_LINK);
    }));
});
