import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IMPORT, type Import, imports, isTest, product, ROOT, sources, text } from './support/imports.ts';
import { MODULES } from './support/modules.ts';

const LONGEST_FILE = 250;
const LAYERS = ['kernel', 'platform', 'sources', 'modules', 'facades', 'app'];

/** Where a file stands: zone, layer of the server, module. */
const place = (file: string) => {
  const [, zone, layer, module] = file.split('/');
  return { zone, layer: zone === 'server' ? layer : undefined, module: layer === 'modules' ? module : undefined };
};
const said = ({ from, specifier }: Import): string => `${from} imports ${specifier}`;

/** Every path that comes back to where it began, among named nodes. */
const cycles = (edges: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const found: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (node: string, path: readonly string[]): void => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      found.push([...path.slice(path.indexOf(node)), node].join(' → '));
      return;
    }
    state.set(node, 'open');
    for (const next of edges.get(node) ?? []) visit(next, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of edges.keys()) visit(node, []);
  return found;
};

const graph = (name: (file: string) => string | undefined): Map<string, Set<string>> => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of product) {
    const [a, b] = [name(from), to === null ? undefined : name(to)];
    if (a === undefined || b === undefined || a === b) continue;
    edges.set(a, (edges.get(a) ?? new Set()).add(b));
  }
  return edges;
};

describe('the house', () => {
  it('finds files and imports at all', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.filter(({ to }) => to !== null).length).toBeGreaterThan(100);
  });

  it('names every import by a file that is there, with its ending', () => {
    const files = new Set(globSync('{src,test}/**/*.{ts,tsx,css,json}', { cwd: ROOT }));
    expect(imports.filter(({ to }) => to !== null && !files.has(to)).map(said)).toEqual([]);
  });

  it('keeps the zones apart: contracts import contracts only, web imports contracts only, the server neither web nor cli', () => {
    const allowed: Readonly<Record<string, readonly string[]>> = {
      contracts: ['contracts'],
      web: ['web', 'contracts'],
      server: ['server', 'contracts'],
      cli: ['cli', 'server', 'contracts'],
    };
    const wrong = product.filter(
      ({ from, to }) => to !== null && !allowed[place(from).zone ?? '']?.includes(place(to).zone ?? ''),
    );
    expect(wrong.map(said)).toEqual([]);
  });

  it('imports downwards: kernel, platform, sources, modules, façades, app', () => {
    const wrong = product.filter(({ from, to }) => {
      const [above, below] = [place(from).layer, to === null ? undefined : place(to).layer];
      return above !== undefined && below !== undefined && LAYERS.indexOf(below) > LAYERS.indexOf(above);
    });
    expect(wrong.map(said)).toEqual([]);
  });

  it('has only modules whose place in the order is decided, and imports only earlier ones', () => {
    const modules = new Set(sources.map((file) => place(file).module).filter((module) => module !== undefined));
    expect([...modules].filter((module) => !MODULES.includes(module))).toEqual([]);
    const wrong = product.filter(({ from, to }) => {
      const [user, used] = [place(from).module, to === null ? undefined : place(to).module];
      return user !== undefined && used !== undefined && MODULES.indexOf(used) > MODULES.indexOf(user);
    });
    expect(wrong.map(said)).toEqual([]);
  });

  it('has no façade that imports another one, or knows of the database', () => {
    const facade = (file: string): string | undefined => /^src\/server\/facades\/(\w+)\//.exec(file)?.[1];
    const wrong = product.filter(({ from, to }) => {
      if (to === null || place(from).layer !== 'facades') return false;
      const [user, used] = [facade(from), facade(to)];
      return to.startsWith('src/server/platform/db/') || (used !== undefined && used !== user);
    });
    expect(wrong.map(said)).toEqual([]);
  });

  it('uses fixtures in tests only', () => {
    expect(product.filter(({ to }) => to !== null && isTest(to)).map(said)).toEqual([]);
  });

  it('has no feature of the site that imports another one', () => {
    const feature = (file: string): string | undefined => /^src\/web\/features\/(\w+)\//.exec(file)?.[1];
    const wrong = imports.filter(({ from, to }) => {
      const [user, used] = [feature(from), to === null ? undefined : feature(to)];
      return user !== undefined && used !== undefined && user !== used;
    });
    expect(wrong.map(said)).toEqual([]);
  });

  it('styles by modules: no other sheet names a class but those of Mantine, and no component writes one out', () => {
    const sheets = globSync('src/web/**/*.css', { cwd: ROOT }).filter((file) => !file.endsWith('.module.css'));
    const named = (file: string): readonly string[] =>
      [...text(file).matchAll(/(?<=^|[\s,>+~()\]])\.([a-z][\w-]*)(?=[^;"']*\{)/gim)]
        .map(([, name = '']) => name)
        .filter((name) => !name.startsWith('mantine-'));
    expect(sheets.filter((file) => named(file).length > 0)).toEqual([]);
    const literal = /className=\{?\s*["'`](?!\$)|(?<!--)\bkx-/;
    expect(sources.filter((file) => file.endsWith('.tsx') && literal.test(text(file)))).toEqual([]);
  });

  it("keeps a module's store to itself", () => {
    const wrong = product.filter(
      ({ from, to }) => to !== null && /\.store\.ts$/.test(to) && place(to).module !== place(from).module,
    );
    expect(wrong.map(said)).toEqual([]);
  });

  it("keeps the form of the audit's storage to its folder", () => {
    const [audit, folder] = ['src/server/modules/audit/', 'src/server/modules/audit/blocks/'];
    const port = { from: 'src/server/app/people.ts', to: `${folder}block.storage.ts` };
    const outside = (file: string): boolean => !file.startsWith(folder) && !isTest(file);
    const wrong = product.filter(
      ({ from, to }) => outside(from) && to?.startsWith(folder) && (from !== port.from || to !== port.to),
    );
    expect(wrong.map(said)).toEqual([]);
    const knowing = sources.filter((file) => outside(file) && /\baudit_(?:block|day|next)\b/.test(text(file)));
    const speaking = sources.filter((file) => outside(file) && file.startsWith(audit) && /\bblock/i.test(text(file)));
    expect([...knowing, ...speaking].map((file) => `${file} knows of blocks`)).toEqual([]);
  });

  it('has no cycle of files or of folders', () => {
    expect(cycles(graph((file) => file))).toEqual([]);
    expect(cycles(graph((file) => dirname(file)))).toEqual([]);
  });

  it(`has no file over ${LONGEST_FILE} lines`, () => {
    const others = ['src/**/*.css', '{test,bench,scripts,client}/**/*.ts', 'launcher/*.mjs', '*.mjs'];
    const long = [...sources, ...globSync(others, { cwd: ROOT })]
      .filter((file) => !/\.generated\.ts$|^client\/dist\//.test(file))
      .map((file) => [file, text(file).split('\n').length - 1] as const)
      .filter(([, lines]) => lines > LONGEST_FILE);
    expect(long).toEqual([]);
  });

  it('keeps rules pure: none of them remembers, draws lots, looks at a clock or reads anything', () => {
    const impure =
      /^(?:export )?let |\brandom(?:Bytes|Int|UUID)|\bMath\.random|\bDate\.now\(|\bnew Date\(\)|\bperformance\.|\bLRUCache\b|\bprocess\.|^const \w+ = new (?:Weak)?Map\b|from 'node:fs/m;
    const rules = sources.filter((file) => /\.rules\.ts$/.test(file));
    expect(rules.filter((file) => impure.test(text(file)))).toEqual([]);
  });

  it('goes out through one door: nothing else under the server or the command line opens a connection', () => {
    const ways = [
      /(?<![\w.#])fetch\(|\b(?:globalThis|global)\.fetch\b/,
      /\bimport\b(?! type\b)[^;]*?['"](?:undici|axios|got|ky|node-fetch)['"]/,
      /\bimport (?!type\b)[^;]*?\b(?:request|get|Agent)\b[^;]*?['"](?:node:)?https?['"]/,
      /\bhttps?2?\.(?:request|get|connect)\(|\bnew (?:WebSocket|EventSource)\(/,
    ];
    const others = sources.filter(
      (file) =>
        /^src\/(?:server|cli)\//.test(file) && !file.startsWith('src/server/platform/outbound/') && !isTest(file),
    );
    expect(others.filter((file) => ways.some((way) => way.test(text(file))))).toEqual([]);
  });

  it('sends mail through one door too', () => {
    const others = sources.filter((file) => !file.startsWith('src/server/platform/mail/') && !isTest(file));
    expect(others.filter((file) => /['"]nodemailer\b/.test(text(file)))).toEqual([]);
  });

  it('keeps the client to itself: it is installed alone, where there is nothing but its own files', () => {
    const files = globSync('client/src/*.ts', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(8);
    const away = files.flatMap((from) =>
      [...text(from).matchAll(IMPORT)]
        .map((match) => match[1] ?? match[2] ?? '')
        .filter((specifier) => !/^\.\/[\w.-]+\.ts$/.test(specifier))
        .map((specifier) => `${from} imports ${specifier}`),
    );
    expect(away).toEqual([]);
  });

  it('exports no value that nobody else reads', () => {
    const all = [...sources, ...globSync(['{test,bench,scripts}/**/*.ts', '*.config.ts'], { cwd: ROOT })];
    const readers = new Map<string, Set<string>>();
    for (const file of all)
      for (const [word] of text(file).matchAll(/\w+/g)) readers.set(word, (readers.get(word) ?? new Set()).add(file));
    const dead = all.flatMap((file) =>
      [...text(file).matchAll(/^export (?:async )?(?:const|function|class|let) (\w+)/gm)]
        .filter(([, name = '']) => readers.get(name)?.size === 1)
        .map(([, name]) => `${file}: ${name}`),
    );
    expect(dead).toEqual([]);
  });

  it('publishes events through the bus only', () => {
    const others = sources.filter((file) => !file.startsWith('src/server/platform/bus/'));
    expect(others.filter((file) => /\bpg_notify\b/.test(text(file)))).toEqual([]);
  });

  it('mocks no modules and leaves no holes in the types', () => {
    const holes = [/\b(?:vi|jest)\.mock\(/, /@ts-(?:ignore|expect-error|nocheck)/, /biome-ignore/];
    const wrong = [...sources, ...globSync('{test,bench}/**/*.ts', { cwd: ROOT })]
      .filter((file) => file !== 'test/architecture.test.ts')
      .flatMap((file) => holes.filter((hole) => hole.test(text(file))).map((hole) => `${file}: ${hole}`));
    expect(wrong).toEqual([]);
  });
});
