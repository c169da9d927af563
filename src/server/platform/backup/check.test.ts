import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from './check.ts';
import { entryOfPart, FORMAT, type Manifest } from './manifest.rules.ts';
import { createTarWriter, type Entry } from './tar.ts';

const pack = promisify(zstdCompress);
const sum = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinodex-check-'));
});
afterAll(() => rm(folder, { recursive: true }));

const ROWS = Buffer.from('1\ta\n2\tb\\nc\n');
const PICTURE = Buffer.from('a picture');
const SECRET = Buffer.from('a secret of thirty-two characters');

const manifest = (more: Partial<Manifest> = {}): Manifest => ({
  format: FORMAT,
  version: '0.1.0',
  at: '2026-11-24T00:00:00.000Z',
  migrations: [{ name: '0001-catalogue.sql', sha256: sum('x') }],
  tables: [
    { name: 'empty', columns: ['id'], rows: 0, bytes: 0, sha256: sum('') },
    { name: 'thing', columns: ['id', 'name'], rows: 2, bytes: ROWS.length, sha256: sum(ROWS) },
  ],
  partitions: [],
  sequences: [{ name: 'thing_id_seq', last: '2', called: true }],
  pictures: 1,
  secret: sum(SECRET),
  ...more,
});

const part = async (number = 1, rows = ROWS): Promise<Entry> => ({
  name: entryOfPart('thing', number),
  bytes: await pack(rows),
});
const picture: Entry = { name: `pictures/${sum(PICTURE)}`, bytes: PICTURE };
const secret: Entry = { name: 'secret', bytes: SECRET };
const named = (said: unknown): readonly Entry[] => {
  const bytes = Buffer.from(typeof said === 'string' ? said : JSON.stringify(said));
  return [
    { name: 'manifest.json', bytes },
    { name: 'manifest.json.sha256', bytes: Buffer.from(`${sum(bytes)}\n`) },
  ];
};

let made = 0;
const archive = async (entries: readonly Entry[]): Promise<string> => {
  const path = join(folder, `${++made}.tar`);
  await using file = await open(path, 'w');
  const tar = createTarWriter(file, new Date(0));
  for (const entry of entries) await tar.add(entry);
  await tar.end();
  return path;
};
const whole = async () => archive([await part(), picture, secret, ...named(manifest())]);
const check = (path: string) => checkArchive(path, { tell: () => {}, signal: new AbortController().signal });

describe('an archive', () => {
  it('is taken when every checksum is right', async () => {
    expect(await check(await whole())).toEqual({ manifest: manifest(), secret: SECRET.toString() });
  });

  const faults: Readonly<Record<string, readonly [() => Promise<readonly Entry[]>, string]>> = {
    'another path': [
      async () => [{ name: '../../etc/passwd', bytes: SECRET }],
      'it holds "../../etc/passwd", which no backup has',
    ],
    'a path below a table': [
      async () => [{ name: 'tables/../../x/000001.zst', bytes: SECRET }],
      'it holds "tables/../../x/000001.zst", which no backup has',
    ],
    'a missing table': [async () => [picture, secret, ...named(manifest())], 'the table thing is missing'],
    'a missing part': [async () => [await part(2)], 'part 1 of the table thing is missing'],
    'a part twice': [async () => [await part(), await part()], 'part 2 of the table thing is missing'],
    'other rows': [
      async () => [await part(1, Buffer.from('1\ta\n2\tc\\nc\n')), picture, secret, ...named(manifest())],
      'the table thing does not have the checksum that the manifest names',
    ],
    'a table too many': [
      async () => [await part(), picture, secret, ...named(manifest({ tables: manifest().tables.slice(0, 1) }))],
      'it holds the table thing, which its manifest does not name',
    ],
    'a part that swells': [
      async () => [await part(1, Buffer.alloc(8 * 1024 * 1024))],
      'its entry tables/thing/000001.zst cannot be unpacked',
    ],
    'a part that is not packed': [
      async () => [{ name: entryOfPart('thing', 1), bytes: ROWS }],
      'its entry tables/thing/000001.zst cannot be unpacked',
    ],
    'a damaged picture': [async () => [{ ...picture, bytes: SECRET }], `the picture ${sum(PICTURE)} is damaged`],
    'too few pictures': [async () => [await part(), secret, ...named(manifest())], 'it holds 0 pictures, not 1'],
    'another secret': [
      async () => [await part(), picture, { ...secret, bytes: PICTURE }, ...named(manifest())],
      'its secret does not have the checksum that the manifest names',
    ],
    'no manifest': [async () => [await part()], 'it has no manifest'],
    'a manifest that is no JSON': [async () => named('{'), 'its manifest.json cannot be read'],
    'another format': [
      async () => named({ format: 'kinodex-backup/9' }),
      'its format is "kinodex-backup/9", not kinodex-backup/1',
    ],
    'a manifest with SQL in it': [
      async () => named(manifest({ partitions: [{ name: 'x', of: 'y', bounds: 'DEFAULT; drop table account' }] })),
      'its manifest.json is wrong at /partitions/0/bounds',
    ],
    'a manifest that was changed': [
      async () => [
        ...named(manifest()).slice(0, 1),
        { name: 'manifest.json.sha256', bytes: Buffer.from(sum('other')) },
      ],
      'its manifest does not have its checksum',
    ],
    'more behind the manifest': [async () => [...named(manifest()), secret], 'it holds "secret" behind its manifest'],
  };
  it.each(Object.keys(faults))('is refused with %s', async (name) => {
    const [entries, fault] = faults[name] ?? [];
    const path = await archive((await entries?.()) ?? []);
    await expect(check(path)).rejects.toMatchObject({
      name: 'ArchiveFault',
      message: expect.stringContaining(fault ?? '?'),
    });
  });

  it('is refused wherever it is cut, and with any byte changed', async () => {
    const path = await whole();
    const bytes = await readFile(path);
    const bad = join(folder, 'bad.tar');
    for (let at = 0; at < bytes.length; at += 331) {
      await writeFile(bad, bytes.subarray(0, at));
      await expect(check(bad), `cut at ${at}`).rejects.toMatchObject({ name: 'ArchiveFault' });
      // Padding says nothing: nobody reads it.
      if (bytes[at] === 0) continue;
      await writeFile(
        bad,
        Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] ?? 0) ^ 1]), bytes.subarray(at + 1)]),
      );
      await expect(check(bad), `changed at ${at}`).rejects.toMatchObject({ name: 'ArchiveFault' });
    }
    await writeFile(bad, Buffer.concat([bytes, SECRET]));
    await expect(check(bad)).rejects.toThrow('it goes on after its end');
    await writeFile(bad, 'select 1;'.repeat(100));
    await expect(check(bad)).rejects.toThrow('it is no archive of Kinodex');
  });
});
