import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditExport } from '#contracts/audit.api.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import type { Cell, ListExport } from '#contracts/list-export.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn } from '#test/support/product-in-memory.ts';
import { fillLists } from './list-exports.support.ts';

/** Every list as a file: what its call lists page by page, read back by a reader of CSV that is not ours. */

const db = await testDatabase('sample');
let product: ProductInMemory;
let admin = '';
let token = '';

beforeAll(async () => {
  product = await productOn(db);
  await product.tasks.engine.tasks.ensureFirst();
  admin = await product.signIn('admin@example.org', { admin: true });
  ({ token } = product);
  await fillLists(db, product);
});
afterAll(() => product.close());

const isExport = (shape: object): shape is ListExport<never> => 'columns' in shape;
const EXPORTS = ENDPOINTS.filter(isExport);

const get = (url: string, session = admin) =>
  product.app.inject({ url, headers: { authorization: `Bearer ${session}` } });
const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

type Row = Readonly<Record<string, unknown>>;

/** What the call of a list answers, all its pages. */
const listed = async (path: string, query: string): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const paged = `${query}${query === '' ? '' : '&'}page=${page}&regs=200`;
    let answer = await get(withQuery(path, paged));
    const isPaged = answer.statusCode === 200;
    if (!isPaged) answer = await get(withQuery(path, query));
    expect(answer.statusCode).toBe(200);
    const { data } = answer.json<{ data: Row | readonly Row[] }>();
    if (!Array.isArray(data)) return [data as Row];
    rows.push(...(data as readonly Row[]));
    if (!isPaged || data.length < 200) return rows;
  }
};

/** The rows of CSV as PostgreSQL reads it, null where nothing stands. */
const readBack = async (text: string, columns: number): Promise<readonly (readonly (string | null)[])[]> => {
  const client = await db.pool.connect();
  try {
    const names = Array.from({ length: columns }, (_, at) => `c${at}`);
    await client.query(`create temp table back (place bigserial, ${names.map((name) => `${name} text`).join(', ')})`);
    await pipeline(
      Readable.from([text]),
      client.query(copyFrom(`copy back (${names.join(', ')}) from stdin (format csv, header)`)),
    );
    const { rows } = await client.query<Record<string, string | null>>('select * from back order by place');
    await client.query('drop table back');
    return rows.map((row) => names.map((name) => row[name] ?? null));
  } finally {
    client.release();
  }
};

/** A cell as it may come back: without what keeps it from being a formula, and with controls written out. */
const meant = (cell: Cell): string | null =>
  cell === null
    ? null
    : String(cell)
        .replace(/\r\n?/g, '\n')
        .replace(
          /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
          (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
        .replaceAll("'", '');

const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const since = encodeURIComponent(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`);

type Part = (answer: Row) => readonly Row[];
const part =
  (name: string): Part =>
  (answer) =>
    answer[name] as readonly Row[];

/** Rows by the cell that each has to itself; as they are where their order counts. */
const ordered = <Cells extends readonly unknown[]>(rows: readonly Cells[], own?: number): readonly Cells[] =>
  own === undefined ? rows : [...rows].sort((a, b) => String(a[own]).localeCompare(String(b[own])));

interface Case {
  readonly path?: string;
  readonly params?: Row;
  readonly queries: readonly string[];
  readonly of?: Part;
  /** Where the order is only nearly the same, since pages may overlap by a second and steps of a file elsewhere: the cell that no two rows share. */
  readonly own?: number;
}

/** Queries to compare, the values of an address, and where the rows stand in the answer of the call. */
const CASES: Readonly<Record<string, Case>> = {
  admin_audit_export: {
    own: auditExport.columns.findIndex(({ key }) => key === 'requestId'),
    queries: ['ip=192.0.2.1', 'status=4xx&ip=192.0.2.2', 'ip=192.0.2.3&minTime=50&uri=seeded', 'ip=192.0.2.0&token=1'],
  },
  admin_logs_export: { queries: ['log=seeded', 'log=seeded&level=WARN', 'log=seeded&category=8', 'idRun=1'] },
  admin_logging_export: { queries: ['', 'packageName=kinodex.audit'] },
  admin_tasks_export: { queries: ['', 'text=clean', 'active=1', 'status=ERROR', 'type=IMAGES'] },
  admin_task_runs_export: { params: { id: 1 }, queries: ['', 'status=ERROR', 'status=CANCELLED'] },
  admin_manual_update_export: { queries: ['', 'state=OK', 'type=NAMES&imdbId=nm0001', 'state=WAITING'] },
  admin_notifications_export: { queries: ['', 'read=0', 'level=WARN&read=1'] },
  admin_configuration_export: { queries: ['', 'text=KEY_1', 'prefix=FRONT_'] },
  admin_configuration_history_export: { queries: ['', 'key=KEY_7'] },
  admin_manager_tokens_export: {
    path: '/api/admin/manager',
    queries: ['token=5', 'token=5&ip=192.0.2.1'],
    of: part('requestsByToken'),
  },
  admin_manager_pairs_export: {
    path: '/api/admin/manager',
    queries: ['token=5&ip=192.0.2.1', 'ip=192.0.2.77'],
    of: part('relationshipIpToken'),
  },
  admin_users_export: { queries: ['', 'text=p7', 'role=ADMIN', 'state=ACTIVE&sort=email'] },
  admin_actions_export: { queries: ['', 'email=boss', 'about=KEY_7'] },
  admin_user_requests_token_export: { queries: ['email=p7@example.org', `email=p7@example.org&startDate=${since}`] },
  admin_user_requests_ip_export: { queries: [`email=p7@example.org&startDate=${since}`] },
  admin_token_registration_export: { params: { date: day }, queries: [''] },
  admin_paid_actives_export: { queries: [''] },
  admin_product_export: { queries: [''] },
  admin_role_export: { queries: [''] },
  user_payments_export: { queries: [''] },
  user_token_requests_export: { path: '/api/user/token', queries: [''], of: part('requests') },
};

it('is there for every list that has one here, and for no other', () => {
  expect(EXPORTS.map(({ name }) => name).sort()).toEqual(Object.keys(CASES).sort());
});

const addressOf = (path: string, params: Row = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));

it('of the requests manager holds what is too much for its screen, by token and by address', async () => {
  const { tokens, pairs, requestsByToken } = (await get('/api/admin/manager')).json().data;
  expect(requestsByToken.length).toBeLessThan(tokens);
  const lines = async (list: string): Promise<readonly Row[]> =>
    (await get(`/api/admin/manager/${list}/export?format=jsonl`)).body
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const byToken = await lines('tokens');
  expect(byToken).toHaveLength(tokens);
  const ids = byToken.map(({ idToken }) => idToken);
  expect(ids.slice(0, requestsByToken.length)).toEqual(requestsByToken.map(({ idToken }: Row) => idToken));
  const byPair = await lines('pairs');
  expect(byPair).toHaveLength(pairs);
  expect([...new Set(byPair.map(({ idToken }) => idToken))]).toEqual(ids);
  expect(byPair.filter(({ idToken }) => idToken === ids[0]).map(({ ip, requests }) => [ip, requests])).toEqual([
    ['192.0.2.1', 2],
    ['192.0.2.2', 3],
    ['192.0.2.3', 4],
  ]);
});

describe.each(EXPORTS.map((shape) => [shape.name, shape] as const))('%s', (name, { path, columns, access, file }) => {
  const given = CASES[name] ?? { queries: [] };
  const address = addressOf(path, given.params);
  const list = given.path ?? address.replace(/\/export$/, '');

  it.each(given.queries)('holds what the list shows for %j, in JSON and in CSV', async (query) => {
    const found = await listed(list, query);
    const rows = given.of ? found.flatMap(given.of) : found;
    // Of all requests; the list leaves that to its reader.
    const all = rows.reduce((sum, row) => sum + Number(row.numberOfRequest ?? 0), 0);
    const whole = rows.map((row) => ({ ...row, share: Math.round((Number(row.numberOfRequest) / all) * 1e4) / 1e4 }));
    const cells = ordered(
      whole.map((row) => columns.map(({ of }) => of(row as never))),
      given.own,
    );

    const json = await get(withQuery(address, `${query}${query === '' ? '' : '&'}format=jsonl`));
    expect(json.statusCode).toBe(200);
    const lines = json.body.split('\n').slice(0, -1);
    expect(
      ordered(
        lines.map((line) => Object.values(JSON.parse(line))),
        given.own,
      ),
    ).toEqual(cells);
    if (lines[0]) expect(Object.keys(JSON.parse(lines[0]))).toEqual(columns.map(({ key }) => key));

    const csv = await get(withQuery(address, query));
    expect(csv.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="kinodex-${file}[\\w-]*-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    );
    expect(csv.body.split('\r\n')[0]).toBe(
      `\ufeff${columns.map(({ head }) => (/\s/.test(head) ? `"${head}"` : head)).join(',')}`,
    );
    expect(csv.body.split('\r\n')).toHaveLength(cells.length + 2);
    const back = ordered(await readBack(csv.body, columns.length), given.own);
    expect(back.map((row) => row.map((cell) => cell?.replaceAll("'", '') ?? null))).toEqual(
      cells.map((row) => row.map(meant)),
    );
    expect(back.flat().filter((cell) => cell !== null && /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    for (const secret of [token, 'sesame']) expect(json.body + csv.body).not.toContain(secret);
  });

  it('lets in whom the list lets in, and takes no page', async () => {
    const user = await product.signIn(`${name}@example.org`);
    expect((await product.app.inject({ url: address })).statusCode).toBe(401);
    expect((await get(address, token)).statusCode).toBe(401);
    if (access === 'admin') expect((await get(address, user)).statusCode).toBe(403);
    for (const wrong of ['page=2', 'regs=5', 'colour=red', 'format=xls'])
      expect((await get(`${address}?${wrong}`)).json()).toMatchObject({
        code: 400,
        details: [{ field: wrong.split('=')[0] }],
      });
  });
});
