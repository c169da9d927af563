import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { idOfRecord } from '#server/kernel/ids.ts';
import type { ToldTitle } from '#server/sources/record.ts';
import { testDatabase } from '#test/support/database.ts';
import { fetchingOn, sourceTelling } from './fetch.fixture.ts';

const db = await testDatabase();
const { fetchingFrom } = fetchingOn(db);
const KEY = 5_001;
const ID = idOfRecord('tt0005001');
const ME = { accountId: 7 };
const film = (more: Partial<ToldTitle> = {}): ToldTitle => ({ id: KEY, type: 'M', title: 'Mill', ...more });

/** All that a fetch writes. */
const contents = async () =>
  (
    await db.query(`select (select json_agg(t) from title t) as titles, (select json_agg(o) from title_origin o) as origins,
      (select count(*) from person) as people, (select count(*) from edit) as edits, (select count(*) from change) as told`)
  ).rows;
const stored = async () => {
  await db.query('truncate title, title_origin, person, edit, change, credit');
  await fetchingFrom([sourceTelling({ name: 'omdb', tell: async () => film() }).source]).store(ID, ME);
  return contents();
};

it('an update that dies half-way leaves the record as it was', async () => {
  const before = await stored();
  const tell = async () => film({ title: 'Half' });
  const tmdb = sourceTelling({ name: 'tmdb', tell, people: [{ id: 72, name: 'N' }] });
  const dying = fetchingFrom([tmdb.source], { follow: () => Promise.reject(new Error('dies')) });
  await expect(dying.update(ID, ME)).rejects.toThrow('dies');
  expect(await contents()).toEqual(before);
});

it('so does one whose process is killed there, and it holds nobody up', async () => {
  const before = await stored();
  const script = fileURLToPath(new URL('../../../../../test/support/fetch-child.ts', import.meta.url));
  const told = JSON.stringify(film({ title: 'Half', plot: 'Half.' }));
  const child = spawn(process.execPath, [script, JSON.stringify(db.connection), ID.canonical, told], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line === 'written') child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  expect(await contents()).toEqual(before);
  const tmdb = sourceTelling({ name: 'tmdb', tell: async () => film({ title: 'Whole' }) });
  expect(await fetchingFrom([tmdb.source]).update(ID, ME)).toMatchObject({ changes: [{ part: 'title', to: 'Whole' }] });
});
