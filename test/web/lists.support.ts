import type { Page } from 'playwright-core';

/** What lists are shown in their tests: long and hostile, as strangers and operators would have it. */

const MOMENT = '2026-11-21T23:59:59.000Z';
const LONG = 'a-very-long-name-that-nobody-would-give.but-somebody-does';
const EMAIL = `${LONG}@${'sub.'.repeat(8)}example.org`;
const V6 = '2001:0db8:85a3:1234:5678:8a2e:0370:7334';
const token = (each: number): string => `kdx_${String(each).padStart(38, '0')}`;
const many = <T>(make: (each: number) => T, length = 6): readonly T[] =>
  Array.from({ length }, (_, each) => make(each));
const text = (words: number): string => Array(words).fill('Everything of a plan, read aloud.').join(' ');

const ANSWERS: Readonly<Record<string, unknown>> = {
  'admin/audit': many((each) => ({
    idAudit: each,
    ip: V6,
    token: each % 2 ? token(each) : null,
    uri: `/api/v1/movie/tt0068646?${'long='.repeat(200)}`,
    requestDate: MOMENT,
    elapsedTime: 12_345.6,
    httpCode: 200 + each * 60,
    method: 'OPTIONS',
    headers: null,
    requestId: null,
  })),
  'admin/token/registration': many((each) => ({
    ...{ token: token(each), email: `${each}${EMAIL}`, ip: V6, registrationDate: MOMENT, isValid: each % 2 },
  })),
  'admin/paid-actives': many((each) => ({
    token: token(each),
    rol: 'STUDIO_WITH_A_LONG_NAME',
    startDate: MOMENT,
    endDate: '2027-11-21T23:59:59.000Z',
    maxRequests: 2_000_000_000,
    paidDetail: {
      ...{ idPayment: each, email: EMAIL, feature: LONG, quantity: 12, price: 9_999.5 },
      ...{ provider: 'sandbox', order: '5O190127TN364715T' },
    },
  })),
  'admin/manager': {
    requestsByToken: many((each) => ({
      token: token(each),
      requests: 1_234_567,
      refused: 987_654,
      email: EMAIL,
      limit: 1_000_000,
    })),
    relationshipIpToken: many((each) => ({ token: token(each), ip: V6, requests: 1_234_567, refused: 987_654 })),
    tokens: 6,
    pairs: 6,
  },
  'admin/product': many((each) => ({
    ...{ idProduct: each + 1, name: `Studio with a longer name ${each}`, description: text(9), notice: text(5) },
    ...{ price: 12_345.5, period: 30, priority: each, active: 1, role: [], activePayments: 12_345, version: 1 },
  })),
  'admin/role': many(
    (each) => ({
      ...{ idRol: each + 1, rol: 'STUDIO_WITH_A_LONG_NAME', description: text(9), requests: 2_000_000_000 },
      ...{ products: 12, users: 12_345, version: 1 },
    }),
    12,
  ),
  'user/payments': many((each) => ({
    ...{ idPayment: each, order: '5O190127TN364715T', feature: LONG, idProduct: 1, quantity: 12, price: 9_999.5 },
    ...{ startDate: MOMENT, endDate: '2027-11-21T23:59:59.000Z', insertDate: MOMENT },
    ...{ provider: 'sandbox', test: true },
    status: each % 2 ? 'COMPLETED' : 'CREATED',
  })),
};

/** Answers every list's call with long and hostile records. */
export const hostileLists = async (page: Page): Promise<void> => {
  for (const [path, data] of Object.entries(ANSWERS))
    await page.route(new RegExp(`/api/${path}(?:/\\d{8}|/today)?(?:\\?.*)?$`), (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { code: 200, data, error: null, page: 1, total: 6, regs: 20 } })
        : route.continue(),
    );
};

/** Pages with lists, and how many lists each has. */
export const LISTS = [
  ['/admin/audit-requests', 1],
  ['/admin/dashboard', 1],
  ['/admin/dashboard?tab=paid', 1],
  ['/admin/manager', 2],
  ['/admin/products-roles', 2],
  ['/payments', 1],
  ['/keys', 1],
] as const;

/**
 * What cannot be read on a page: text broken to a few letters a line, columns beyond their list's box or the window,
 * and buttons of which a part is cut off.
 */
export const UNREADABLE = `(() => {
  const found = [];
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).clipPath === 'none';
  for (const list of document.querySelectorAll('[data-part=list]')) {
    const box = list.getBoundingClientRect();
    const name = list.querySelector('table, ul')?.getAttribute('aria-label');
    if (box.right > innerWidth) found.push(name + ' is wider than the window');
    for (const cell of list.querySelectorAll('th, td, dd, dd time, button, a')) {
      if (!seen(cell)) continue;
      const { right, left } = cell.getBoundingClientRect();
      if (right > box.right + 1 || left < box.left - 1) found.push(name + ': cut off: ' + cell.textContent.slice(0, 40));
    }
    const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.data.trim();
      if (text.length < 8 || !seen(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > 1 && text.length / lines < 6) found.push(name + ': ' + lines + ' lines: ' + text.slice(0, 40));
    }
  }
  return [...new Set(found)];
})()`;
