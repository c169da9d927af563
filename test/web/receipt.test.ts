import { expect, it } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { testSite, turn } from '#test/support/site.ts';
import { bought, excess, line, seated, shot, someone } from './payments.support.ts';

const { db, site } = await testSite();

it('prints a receipt and nothing else', async () => {
  const buyer = await someone(site, 'prints@example.org');
  const order = await bought(site, buyer, 'Basic', 2);
  const terms = {
    seller: ['Films Ltd', 'Long Street 1'],
    sellerId: 'VAT ID 1',
    taxName: 'VAT',
    taxMilli: 5_500,
    note: 'Bye.',
  };
  // Begun three days before it was paid.
  const { rows } = await db.query<{ day: string }>(
    `update purchase set receipt = $2, inserted_at = inserted_at - interval '3 days' where order_id = $1
      returning to_char(inserted_at, 'YYYY-MM-DD') as day`,
    [order, JSON.stringify(terms)],
  );
  await seated(site, buyer, '/payments', async (page) => {
    await page.evaluate('window.print = () => { window.printed = (window.printed ?? 0) + 1 }');
    await line(page, order).getByRole('button', { name: 'Receipt for Basic' }).click();
    const paper = page.getByRole('region', { name: 'Receipt' });
    const text = await paper.innerText();
    for (const part of [
      'prints@example.org',
      'Basic',
      '€18.00',
      order,
      'Sandbox',
      'Test payment',
      'Films Ltd, Long Street 1, VAT ID 1',
      'Bye.',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(
      /Price a month\s+€9\.00[\s\S]*Net\s+€17\.06\s+VAT 5\.5 %, contained\s+€0\.94\s+Total\s+€18\.00/,
    );
    expect(await seriousOn(page)).toEqual([]);
    expect(text).toMatch(/kinodex/i);
    expect(text).not.toContain(rows[0]?.day);
    expect(text).toMatch(/Date\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[\s\S]*Months\s+2\s/);
    for (const theme of ['light', 'dark'] as const)
      for (const width of [1440, 768, 390]) {
        await turn(page, theme);
        await page.setViewportSize({ width, height: 900 });
        await shot(page, `receipt-${width}-${theme}`);
        await expect.poll(() => excess(page)).toBeLessThanOrEqual(0);
      }
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.evaluate('window.printed')).toBe(1);
    await page.emulateMedia({ media: 'print' });
    expect(await paper.isVisible()).toBe(true);
    expect(await page.locator('#root').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await shot(page, 'receipt-print');
  });
});
