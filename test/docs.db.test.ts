import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REASONS } from '#contracts/errors.ts';
import { FACADES } from '#contracts/facades.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { LICENCES } from '#server/sources/licences.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Call, callsIn, pathsIn, runAside } from '#test/support/guide.ts';
import { type ProductInMemory, productOn, TEST_URL } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let product: ProductInMemory;
let origin = '';
let document: Description;
let guide = '';

interface Description {
  readonly info: { readonly description: string };
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
}

beforeAll(async () => {
  product = await productOn(db);
  document = (await product.app.inject({ url: '/openapi.json' })).json<Description>();
  guide = document.info.description;
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`;
});
afterAll(() => product?.close());

const filled = (text: string, known: ReadonlyMap<string, string>): string =>
  text.replace(/\$(\w+)/g, (_, name: string) => known.get(name) ?? '');

const make = ({ method, url, headers, payload }: Call, known: ReadonlyMap<string, string>) =>
  product.app.inject({
    method,
    url: url.replace(TEST_URL, ''),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value, known)])),
    ...(payload !== undefined && { payload }),
  });

/** The first block of the guide in this language, for the running product. */
const block = (language: string): string => {
  const code = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(guide)?.[1];
  if (code === undefined) throw new Error(`The guide has nothing in ${language}`);
  return code.replaceAll(TEST_URL, origin);
};

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('the guide', () => {
  it('has calls that can be copied one after the other, each answered with the status it says', async () => {
    const calls = callsIn(guide);
    const known = new Map<string, string>();
    const wrong: string[] = [];
    for (const call of calls) {
      const answer = await make(call, known);
      if (!call.url.startsWith(TEST_URL) || answer.statusCode !== call.status)
        wrong.push(`${call.text}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      else if (call.sets === 'ETAG') known.set('ETAG', String(answer.headers.etag));
      else if (call.sets) known.set(call.sets, answer.json<{ data: { token: string } }>().data.token);
    }
    expect(wrong).toEqual([]);
    expect(calls.length).toBeGreaterThan(20);
    expect([...new Set(calls.map(({ status }) => status))].toSorted()).toEqual([200, 304, 400, 401, 404, 410]);
    expect(known.get('TOKEN')).toMatch(/^kdx_/);
  });

  it('names addresses that are there, with the status it says', async () => {
    const paths = pathsIn(guide);
    const wrong: string[] = [];
    for (const { path, status } of paths) {
      const answer = await product.get(path);
      if (answer.statusCode !== status) wrong.push(`${path}: ${answer.statusCode}`);
    }
    expect(wrong).toEqual([]);
    expect(paths.length).toBeGreaterThan(8);
  });

  it('has a program in JavaScript that runs', async () => {
    const out = await runAside(process.execPath, ['--input-type=module', '-e', block('js')], product.token);
    expect(out).toBe('The Godfather 1972');
  });

  it.skipIf(!hasPython)('has a program in Python that runs', async () => {
    expect(await runAside('python3', ['-c', block('python')], product.token)).toBe('The Godfather 1972');
  });

  it('lists every reason with its status, and leaves nothing to be filled in', () => {
    const missing = Object.entries(REASONS).filter(
      ([reason, [status, meaning]]) => !guide.includes(`| ${status} | \`${reason}\` | ${meaning} |`),
    );
    expect(missing).toEqual([]);
    expect(guide).not.toContain('{{');
  });

  it('shows the failure that the product gives', async () => {
    const shown = [...guide.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, json = '']) => JSON.parse(json));
    expect(shown).toContainEqual((await product.get('/api/v1/movie/tt9999999')).json());
  });

  it('gives the numbers by which the charts are computed', () => {
    const sql = readFileSync('src/server/modules/search/document.sql.ts', 'utf8');
    expect(sql).toContain('votes::float8 * t.rating + 25000 * 7.0');
    expect(sql).toContain('coalesce(t.year, 1990) - 2000) / 40.0');
    expect(guide).toContain('m = 25,000 and C = 7.0');
    expect(guide).toContain('log10(1 + v) + (year − 2000) / 40');
  });
});

describe('the pages of façades', () => {
  it.each(FACADES.map((shape) => [shape.docs, shape] as const))('%s shows its own document', async (path, shape) => {
    const page = await product.app.inject({ url: path });
    expect(page.body).toContain(`data-document="${shape.document}"`);
    expect(page.body).not.toContain('{{');
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/);
    const { info, paths, servers } = (await product.app.inject({ url: shape.document })).json();
    expect(page.body).toContain(`<title>${info.title}</title>`);
    expect(servers).toEqual([{ url: TEST_URL }]);
    const [asked] = Object.values<{ get: { responses: Record<string, { content?: object }> } }>(paths);
    expect(JSON.stringify(asked?.get.responses['200']?.content)).toContain('example');
    // Notices stand where the data is described.
    expect(info.description).toContain(LICENCES.wikidata.data);
    expect(guide).toContain(`[reference](${path})`);
  });
});

describe('what a language model reads first', () => {
  it('is short, says what there is, and leads to what answers', async () => {
    const answer = await product.app.inject({ url: '/llms.txt' });
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
    const text = answer.body;
    expect(text).toMatch(/^# Kinodex\n\n> .+\n/);
    expect(text.split('\n').length).toBeLessThan(60);
    expect(text).not.toContain('{{');
    for (const name of ['search', 'title', 'person', 'discover']) expect(text).toMatch(new RegExp(`tools .*${name}`));
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link.replace(TEST_URL, ''));
    expect(links).toEqual(['/', '/docs', '/openapi.json', '/docs/compare', '/mcp', '/docs/kinodex-client.tgz']);
    const answers = await Promise.all(links.map((url) => product.app.inject({ url })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 405, 200]);
  });

  it('has calls that work', async () => {
    const text = (await product.app.inject({ url: '/llms.txt' })).body.replaceAll(' \\\n  ', ' ');
    const calls = callsIn(text);
    const answers = await Promise.all(calls.map((call) => make(call, new Map([['TOKEN', product.token]]))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });
});

describe('the files of the documentation', () => {
  it('group every tag once, those of the data API first', () => {
    const groups = document['x-tagGroups'];
    const tags = new Set(ENDPOINTS.map(({ tag }) => tag));
    expect(groups.flatMap((group) => group.tags).toSorted()).toEqual([...tags].toSorted());
    expect(groups[0]?.tags).toContain('Movies');
    expect(groups[0]?.tags).not.toContain('Administration');
  });

  it.each([
    '/docs',
    '/docs/compare',
    '/docs/look.css',
    '/docs/scheme.js',
    '/docs/site.js',
    '/docs/init.js',
    '/docs/scalar.js',
    '/llms.txt',
  ])('%s is small on the wire, guarded, and known again by its ETag', async (url) => {
    const first = await product.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(first.headers).toMatchObject({
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(first.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
    expect(first.rawPayload.length).toBeLessThan(1_500_000);
    const again = await product.app.inject({
      url,
      headers: { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('have the stand-ins of the faces that the site has', async () => {
    const rules = (css: string) => css.match(/@font-face \{[^}]*Fallback[^}]*\}/g) ?? [];
    const ours = rules((await product.app.inject({ url: '/docs/look.css' })).body);
    expect(ours).toHaveLength(3);
    expect(ours).toEqual(rules(readFileSync('src/web/app/fonts.css', 'utf8')));
  });

  it('have the colours of the site', async () => {
    const tokens = readFileSync('src/web/app/tokens.css', 'utf8');
    const coloursIn = (css: string) =>
      new Map([...css.matchAll(/(--kx-[\w-]+): (#\w+);/g)].map(([, name, to]) => [name, to]));
    const [light, dark] = tokens.split('[data-mantine-color-scheme="dark"]').map(coloursIn);
    const look = (await product.app.inject({ url: '/docs/look.css' })).body;
    const ours = [...look.matchAll(/(--kx-[\w-]+): light-dark\((#\w+), (#\w+)\);/g)];
    expect(ours.length).toBeGreaterThan(12);
    expect(ours.map(([, name, day, night]) => [name, day, night])).toEqual(
      ours.map(([, name]) => [name, light?.get(name), dark?.get(name)]),
    );
  });
});
