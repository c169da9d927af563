import type { Page } from 'playwright-core';
import { TEST_PASSWORD } from './product-in-memory.ts';

/** Steps of a person at the browser. */

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** The button of the page's own form, not one of the header. */
export const submit = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

export const fill = async (page: Page, email: string, password: string, repeat?: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (repeat !== undefined) await page.getByLabel('Repeat password').fill(repeat);
};

export const signInOn = async (page: Page, email: string): Promise<void> => {
  await fill(page, email, TEST_PASSWORD);
  await submit(page, 'Sign in').click();
};

/** An item of the browser's storage. */
export const storage = (page: Page, key: string): Promise<string | null> =>
  page.evaluate<string | null>(`localStorage.getItem('${key}')`);

export const hashOf = (page: Page): string => new URL(page.url()).hash;
