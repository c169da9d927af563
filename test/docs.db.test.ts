import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';

const db = await testDatabase();
let product: ProductInMemory;
let browser: Browser;
let origin = '';

beforeAll(async () => {
  product = await productOn(db);
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`;
  browser = await openBrowser();
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

describe('the documentation page', () => {
  it('shows every group of operations and asks no other origin for anything', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(`${origin}/docs`);
    await page.getByText('A title, with any of its parts').first().waitFor({ timeout: 30_000 });
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(problems).toEqual([]);
    expect(asked.length).toBeGreaterThan(2);
    const text = await page.locator('body').innerText();
    for (const tag of ['Movies', 'Names', 'Search and charts', 'Many records', 'Pictures', 'Service'])
      expect(text).toContain(tag);
    await page.close();
  }, 60_000);

  it('is small on the wire and known again by its ETag', async () => {
    const script = await product.app.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': 'br' } });
    expect(script.headers['content-encoding']).toBe('br');
    expect(script.rawPayload.length).toBeLessThan(1_500_000);
    const again = await product.app.inject({
      url: '/docs/scalar.js',
      headers: { 'accept-encoding': 'br', 'if-none-match': String(script.headers.etag) },
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('is where / leads', async () => {
    const answer = await product.app.inject({ url: '/' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/docs']);
  });
});
