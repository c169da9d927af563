import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startService } from '#test/support/fake-service.ts';
import { readIdDump } from './id-dump.ts';
import { queryService, type Statements } from './id-map.fixture.ts';
import { createIdMap, ID_PARTS } from './id-map.ts';
import { item, says } from './items.fixture.ts';

const SAID: Statements = [
  ...([
    ['Q1', 'P345', 'tt0000001'],
    ['Q1', 'P4947', '11'],
    ['Q1', 'P12196', '21'],
  ] as const),
  ...([
    ['Q2', 'P345', 'tt0000002'],
    ['Q2', 'P345', 'tt0000022'],
    ['Q2', 'P4983', '11'],
  ] as const),
  ...([
    ['Q3', 'P345', 'nm0000011'],
    ['Q3', 'P4985', '31'],
    ['Q4', 'P4947', '41'],
    ['Q5', 'P345', 'co0000001'],
  ] as const),
  ...([
    ['Q6', 'P345', 'nm0000012'],
    ['Q6', 'P4947', '61'],
    ['Q1', 'P4835', 'not a number'],
  ] as const),
];
const { signal } = new AbortController();
const contact = 'films@example.org';
const folder = mkdtempSync(join(tmpdir(), 'kinodex-id-map-'));
afterAll(() => rmSync(folder, { recursive: true }));

const film = { site: 'tmdb', space: 'film', id: '11', kind: 'movie', key: 1 };
const EVERYTHING = [
  film,
  ...[2, 22].map((key) => ({ site: 'tmdb', space: 'series', id: '11', kind: 'movie', key })),
  { site: 'tmdb', space: 'person', id: '31', kind: 'name', key: 11 },
  { site: 'tvdb', space: 'film', id: '21', kind: 'movie', key: 1 },
  { site: 'wikidata', space: 'item', id: 'Q1', kind: 'movie', key: 1 },
  ...[2, 22].map((key) => ({ site: 'wikidata', space: 'item', id: 'Q2', kind: 'movie', key })),
  { site: 'wikidata', space: 'item', id: 'Q3', kind: 'name', key: 11 },
  { site: 'wikidata', space: 'item', id: 'Q6', kind: 'name', key: 12 },
];
const sorted = (ids: readonly object[]) => ids.map((one) => JSON.stringify(one)).toSorted();

describe('the map by questions', () => {
  it('tells of titles and people by their ids at IMDb, however many a page has, and where it ends', async () => {
    const service = await startService(queryService(SAID));
    for (const pageSize of [1, 2, 100]) {
      const map = createIdMap({ queryUrl: `${service.baseUrl}/sparql`, contact, version: '9', pageSize, every: 0 });
      const ids = [];
      for (const part of ID_PARTS)
        for (let [offset, more] = [0, pageSize]; more === pageSize; offset += more) {
          const page = await map.page(part, offset, signal);
          more = page.read;
          ids.push(...page.ids);
        }
      expect(sorted(ids)).toEqual(sorted(EVERYTHING));
    }
    service.close();
  });

  it('says who asks, and asks nobody where the operator has not said how to be reached', async () => {
    const agents: unknown[] = [];
    const service = await startService((request, response) => {
      agents.push(request.headers['user-agent']);
      queryService(SAID)(request, response);
    });
    const options = { queryUrl: `${service.baseUrl}/sparql`, version: '9' };
    const [part] = ID_PARTS;
    if (!part) throw new Error('there are parts');
    await createIdMap({ ...options, contact }).page(part, 0, signal);
    expect(agents).toEqual([expect.stringMatching(/^Kinodex\/9 \(films@example\.org\) node\//)]);
    const silent = createIdMap({ ...options, contact: undefined });
    await expect(silent.page(part, 0, signal)).rejects.toMatchObject({ kind: 'refused' });
    expect([silent.mayAsk, agents.length]).toEqual([false, 1]);
    service.close();
  });

  it.each(['{"results":{"bindings":[{"item"', '{}', '<html>'])('does not take %s for an empty page', async (body) => {
    const service = await startService((_request, response) => response.end(body));
    const map = createIdMap({ queryUrl: `${service.baseUrl}/sparql`, contact, version: '9' });
    await expect(Promise.all(ID_PARTS.slice(0, 1).map((part) => map.page(part, 0, signal)))).rejects.toMatchObject({
      kind: 'unreadable',
    });
    service.close();
  });
});

/** The same items as lines of a dump. */
const dumpOf = (): string => {
  const items = [...Map.groupBy(SAID, ([id]) => id)].map(([id, all]) =>
    JSON.stringify({
      ...{ type: 'item', id },
      claims: Object.fromEntries(
        [...Map.groupBy(all, ([, property]) => property)].map(([property, same]) => [
          property,
          same.map(([, , value]) => says(value)),
        ]),
      ),
    }),
  );
  const other = JSON.stringify({ id: 'Q99', claims: { P31: [says(item('Q5'))] } });
  return `[\n${[other, ...items].join(',\n')}\n]\n`;
};
const read = async (from: string) => {
  const ids = [];
  let lines = 0;
  for await (const part of readIdDump(from, signal)) {
    ids.push(...part.ids);
    lines = part.lines;
  }
  return { ids: sorted(ids), lines };
};

describe('the map from a dump', () => {
  it('is the same, packed or not, from a file and from an address', async () => {
    const [plain, packed] = [join(folder, 'dump.json'), join(folder, 'dump.json.gz')];
    writeFileSync(plain, dumpOf());
    writeFileSync(packed, gzipSync(dumpOf()));
    const service = await startService({ '/all.json.gz': gzipSync(dumpOf()) });
    for (const from of [plain, packed, `${service.baseUrl}/all.json.gz`])
      expect(await read(from)).toEqual({ ids: sorted(EVERYTHING), lines: 9 });
    service.close();
  });

  it('only has the best of what is said', async () => {
    const path = join(folder, 'ranked.json');
    const claims = {
      P345: [says('tt0000001')],
      P4947: [says('5'), says('6', {}, 'preferred'), says('7', {}, 'deprecated')],
    };
    writeFileSync(path, JSON.stringify({ id: 'Q1', claims }));
    expect((await read(path)).ids).toEqual(
      sorted([
        { ...film, id: '6' },
        { site: 'wikidata', space: 'item', id: 'Q1', kind: 'movie', key: 1 },
      ]),
    );
  });

  it('is refused where it is none, or broken off', async () => {
    const path = join(folder, 'broken.json.gz');
    writeFileSync(path, gzipSync(dumpOf()).subarray(0, -20));
    await expect(read(path)).rejects.toThrow('is truncated');
    const none = join(folder, 'none.json');
    writeFileSync(none, '[\n]\n');
    await expect(read(none)).rejects.toThrow("names no item with an id of IMDb's");
    writeFileSync(none, '{"claims": {"P345": [\n');
    await expect(read(none)).rejects.toThrow('line 1 is no JSON');
  });
});
