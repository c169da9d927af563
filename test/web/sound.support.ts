import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { seriousOn } from '#test/support/axe.ts';
import { turn } from '#test/support/site.ts';
import { excess, shot } from './payments.support.ts';

const WIDTHS = [1440, 768, 390] as const;

/** What is there has room at every width, and axe finds nothing serious, in both themes. */
export const sound = async (page: Page, name: string): Promise<void> => {
  for (const theme of ['light', 'dark'] as const) {
    await turn(page, theme);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await shot(page, `${name}-${width}-${theme}`);
      expect(await excess(page), name).toBeLessThanOrEqual(0);
    }
    expect(await seriousOn(page), `${name} ${theme}`).toEqual([]);
  }
};
