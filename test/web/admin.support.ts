import type { Page } from 'playwright-core';
import type { Database } from '#server/platform/db/database.ts';
import type { VisitOptions } from '#test/support/browser.ts';
import { openSite } from '#test/support/site.ts';

export const ADMIN = 'admin@example.org';

/** The site with an administrator, and makers of users and of their requests. */
export const openAdministration = async (db: Database) => {
  const site = await openSite(db);
  const { product, origin } = site;
  const session = await product.signIn(ADMIN, { admin: true });

  /** A user with a limit of requests a day (0: as the plan says): the API token. */
  const person = (email: string, requests = 0): Promise<string> =>
    db.transaction(async (tx) => {
      const accountId = await product.accounts.ensure(tx, email);
      await product.accounts.setMaxRequests(tx, accountId, requests);
      return product.tokens.issue(tx, accountId);
    });

  /** Another key of a user: its API token. */
  const key = async (email: string, name: string): Promise<string> => {
    const { rows } = await db.query<{ id: number }>('select id from account where email = $1', [email]);
    const made = await product.keys.make({ accountId: rows[0]?.id ?? 0, ip: '192.0.2.1' }, { name });
    return made.token;
  };

  /** The id of a token. */
  const idOf = async (token: string): Promise<number> => (await product.tokens.nameOf(token)).idToken;

  /** The status of a call of the data API. */
  const ask = async (token: string): Promise<number> => {
    const url = '/api/v1/movie/tt0068646';
    return (await product.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  };

  /** Waits until what has been asked is counted in the tables. */
  const written = (): Promise<unknown> =>
    Promise.resolve(product.app.inject({ url: '/api/admin/manager', headers: { authorization: `Bearer ${session}` } }));

  /** Counts requests of today from any address, also from one that nobody can have. */
  const counted = (email: string, ip: string, requests: number): Promise<unknown> =>
    db.query(
      `insert into request_count (token_id, day, ip, requests, last_at)
        select t.id, (now() at time zone 'utc')::date, $2, $3, now()
        from api_token t join account a on a.id = t.account_id where a.email = $1 on conflict do nothing`,
      [email, ip, requests],
    );

  /** A page of the administration, which is left without errors. */
  const visiting = async (path: string, look: (page: Page) => Promise<void>, options?: VisitOptions) => {
    const { page, done } = await site.outside(options);
    await page.evaluate(
      `Object.assign(localStorage, ${JSON.stringify({
        authToken: session,
        authUser: JSON.stringify({ email: ADMIN, role: 'ADMIN' }),
        darkTheme: '0',
        regsPerPage: '20',
      })})`,
    );
    await page.goto(`${origin}/?seated#${path}`);
    await look(page);
    await done();
  };

  return { product, origin, close: site.close, person, key, idOf, ask, written, counted, visiting };
};

export type Administration = Awaited<ReturnType<typeof openAdministration>>;

/** The page of a user, whose token the address names by its id. */
export const userInfo = (email: string, idToken: number | string): string =>
  `/admin/user-info?${new URLSearchParams({ email, token: String(idToken) })}`;
/** A token as fields and lists show it. */
export const masked = (token: string): string => `kdx_••••${token.slice(-4)}`;
export const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
/** Its label also names the list of suggestions, and buttons beside it bear its word. */
export const input = (page: Page, name: string) => page.locator(`search input[name=${name}]`);
export const dialog = (page: Page) => page.getByRole('dialog');
/** A row of the record of a user. */
export const fact = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
