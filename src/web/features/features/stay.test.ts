import { expect, it } from 'vitest';
import { createStay } from './stay.ts';

const leave = (page: EventTarget): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks who leaves while a payment is being made, but not for the way to the provider', () => {
  const page = new EventTarget();
  const stay = createStay(page as unknown as Window);
  expect(leave(page)).toBe(false);
  stay.begin();
  expect(leave(page)).toBe(true);
  stay.letGo();
  expect(leave(page)).toBe(false);
  // The provider's page is still on its way, and now somebody closes the window.
  expect(leave(page)).toBe(true);
  stay.end();
  expect(leave(page)).toBe(false);
});
