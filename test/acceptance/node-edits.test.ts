import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '#test/support/cli.ts';
import { type Nodes, openNodes } from '#test/support/nodes.ts';
import { poster } from '#test/support/pictures.ts';
import { noRedisServer, startRedis } from '#test/support/redis.ts';
import { findExternalServer } from '#test/support/server.ts';

/** What an editor changes at one node is seen at another that has answered the same a moment before. */

const skipped = (await findExternalServer()) === null ? ' (skipped: no PostgreSQL)' : noRedisServer;
const images = mkdtempSync(join(tmpdir(), 'kinodex-node-images-'));
let nodes: Nodes;
let endRedis: (() => Promise<void>) | undefined;
let here: Served;
let there: Served;
let token: string;
let session: string;
beforeAll(async () => {
  if (skipped) return;
  nodes = (await openNodes()) as Nodes;
  const { url } = await startRedis((end) => {
    endRedis = end;
  });
  const settings = { REDIS_URL: url, IMAGE_STORE: images };
  here = await nodes.start(settings);
  there = await nodes.start(settings);
  token = await nodes.run('token', 'create', '--email', 'reader@example.org', '--requests', '0');
  await nodes.run('user', 'create', '--email', 'chief@example.org', '--password', 'a password', '--admin');
  const signedIn = await fetch(`${here.url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'chief@example.org', password: 'a password' }),
  });
  session = ((await signedIn.json()) as { data: { token: string } }).data.token;
});
afterAll(async () => {
  await nodes?.close();
  await endRedis?.();
  rmSync(images, { recursive: true, force: true });
});

/** A call of an administrator at the one node; it has to go through. */
const edit = async (method: string, path: string, body?: object | FormData) => {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${here.url}/api/admin/imdb${path}`, {
    method,
    headers: { authorization: `Bearer ${session}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text);
};
/** What a reader is answered at the other node. */
const read = (path: string) =>
  fetch(there.url + path, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' });
const dataOf = async (path: string) => ((await (await read(path)).json()) as { data: never }).data;

const FILM = 'tt0068646';
const titleOf = async (id: string): Promise<unknown> =>
  ((await dataOf(`/api/v1/movie/${id}`)) as { title?: string } | null)?.title;
const statusOf = async (id: string): Promise<number> => (await read(`/api/v1/movie/${id}`)).status;
const found = async (words: string): Promise<string[]> =>
  ((await dataOf(`/api/v1/search?q=${words}`)) as { imdbId: string }[]).map(({ imdbId }) => imdbId);
/** The titles in the order of their names, as filters list them; asked so often that they are kept by then. */
const listed = async (): Promise<string[]> => {
  for (let regs = 150; regs < 170; regs += 1) await dataOf(`/api/v1/discover?type=M&sort=title&regs=${regs}`);
  const { items } = (await dataOf('/api/v1/discover?type=M&sort=title&regs=200')) as { items: { title: string }[] };
  return items.map(({ title }) => title);
};
/** The newest entry of the feed of changes. */
const told = async (id: string): Promise<unknown> =>
  ((await dataOf(`/api/v1/changes?ids=${id}`)) as { items: unknown[] }).items.at(-1);
const fileOf = (content: string | Uint8Array<ArrayBuffer>, type: string): FormData => {
  const form = new FormData();
  form.set('file', new Blob([content], { type }), 'file');
  return form;
};
const newest = async (id: string): Promise<number> => (await edit('GET', `/${id}/history`)).data[0].id;

describe.skipIf(skipped)(`at another node${skipped}`, () => {
  it('an edit and its undoing are seen, found and told', async () => {
    const [{ version }] = (await edit('GET', `/${FILM}/editor?parts=title`)).data;
    const before = await titleOf(FILM);
    expect(await found('qwertzfilm')).toEqual([]);
    await edit('PATCH', `/${FILM}`, { changes: [{ part: 'title', version, value: 'Qwertzfilm' }] });
    await expect.poll(() => titleOf(FILM)).toBe('Qwertzfilm');
    await expect.poll(() => found('qwertzfilm')).toEqual([FILM]);
    expect(await told(FILM)).toMatchObject({ action: 'update' });
    await edit('POST', `/history/${await newest(FILM)}/undo`);
    await expect.poll(() => titleOf(FILM)).toBe(before);
    await expect.poll(() => found('qwertzfilm')).toEqual([]);
  });

  it('an edit changes what lists of filters say, and where it stands in them', async () => {
    const [{ version }] = (await edit('GET', `/${FILM}/editor?parts=title`)).data;
    const title = String(await titleOf(FILM));
    const before = await listed();
    expect(before).toContain(title);
    const after = [...before.filter((one) => one !== title), 'Zzzfilm'];
    expect(before.at(-1)).not.toBe(title);
    await edit('PATCH', `/${FILM}`, { changes: [{ part: 'title', version, value: 'Zzzfilm' }] });
    await expect.poll(listed).toEqual(after);
    await edit('POST', `/history/${await newest(FILM)}/undo`);
    await expect.poll(listed).toEqual(before);
  });

  it('a record that is deleted is gone, and one that is imported is there', async () => {
    const bundle = await edit('GET', `/${FILM}/export`);
    expect([await statusOf(FILM), (await found('godfather'))[0]]).toEqual([200, FILM]);
    await edit('DELETE', `/${FILM}`);
    await expect.poll(() => statusOf(FILM)).toBe(404);
    await expect.poll(() => found('godfather')).not.toContain(FILM);
    expect(await told(FILM)).toMatchObject({ action: 'delete' });
    await edit('POST', '/import/movie', fileOf(JSON.stringify(bundle), 'application/json'));
    await expect.poll(() => statusOf(FILM)).toBe(200);
    await expect.poll(async () => (await found('godfather'))[0]).toBe(FILM);
    expect(await told(FILM)).toMatchObject({ action: 'create' });
  });

  it('a record that is made is there, and leads on when it is merged', async () => {
    const changes = [
      { part: 'title', value: 'Yxcvbnfilm' },
      { part: 'type', value: 'M' },
    ];
    expect(await found('yxcvbnfilm')).toEqual([]);
    const { imdbId } = (await edit('POST', '', { kind: 'movie', changes })).data;
    await expect.poll(() => titleOf(imdbId)).toBe('Yxcvbnfilm');
    await expect.poll(() => found('yxcvbnfilm')).toEqual([imdbId]);
    await edit('POST', `/${imdbId}/merge`, { into: FILM });
    await expect
      .poll(async () => (await read(`/api/v1/movie/${imdbId}`)).headers.get('location'))
      .toBe(`/api/v1/movie/${FILM}`);
    await expect.poll(() => found('yxcvbnfilm')).toEqual([]);
    expect(await told(imdbId)).toMatchObject({ action: 'merge', redirectTo: FILM });
  });

  it('a picture that is uploaded takes the place of the one before', async () => {
    const etag = async () => (await read(`/api/public/image/${FILM}`)).headers.get('etag');
    const before = await etag();
    expect(await etag()).toBe(before);
    const bytes = new Uint8Array(await poster(200, 300).jpeg().toBuffer());
    await edit('POST', `/${FILM}/image`, fileOf(bytes, 'image/jpeg'));
    await expect.poll(etag).not.toBe(before);
    expect(await told(FILM)).toMatchObject({ action: 'update' });
    await edit('DELETE', `/${FILM}/image`);
    await expect.poll(etag).toBe(before);
  });
});
