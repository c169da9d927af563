import { readdirSync, readFileSync } from 'node:fs';
import { areaOf } from '#contracts/areas.ts';
import { TITLE_TYPES } from '#contracts/catalog.ts';
import { clientCallOf } from '#contracts/client-calls.ts';
import { REASONS } from '#contracts/errors.ts';
import { FACADES } from '#contracts/facades.ts';
import { MAX_BATCH } from '#contracts/feed.api.ts';
import { IMAGE_WIDTHS } from '#contracts/image-widths.ts';
import { MAX_REGS, TOTAL_CAP } from '#contracts/list-limits.ts';
import { type Language, writeCall } from '#contracts/ready-calls.ts';
import { DISCOVER_SORTS, FACETS } from '#contracts/search.ts';
import { mcp } from '#contracts/undocumented.ts';
import { LICENCES } from '#server/sources/licences.ts';
import { TOOLS } from './mcp/tools.ts';

const FOLDER = new URL('guide/', import.meta.url);

export const guideFile = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** The closed list of reasons as a table, by status. */
const reasonTable = (): string => {
  const rows = Object.entries(REASONS)
    .toSorted(([, [a]], [, [b]]) => a - b)
    .map(([reason, [status, meaning]]) => `| ${status} | \`${reason}\` | ${meaning} |`);
  return ['| code | reason | when |', '|---|---|---|', ...rows].join('\n');
};

/** What may be done with the data of each source, and the notice that has to stand beside it, as a table. */
const licenceTable = (): string => {
  const rows = Object.values(LICENCES).map(({ data, terms, notice }) => `| ${data} | ${terms} | ${notice ?? 'none'} |`);
  return ['| source | what may be done | notice |', '|---|---|---|', ...rows].join('\n');
};

/** Whose clients are served, where, and where that is described, as a table. */
const facadeTable = (): string => {
  const rows = FACADES.map(({ title, name, docs, document }) => {
    const described = `[reference](${docs}), [OpenAPI](${document})`;
    return `| ${title} | \`/${name}/\` | \`${areaOf(`/${name}/`)?.tokenParameter}\` | ${described} |`;
  });
  return ['| clients of | address | token | described |', '|---|---|---|---|', ...rows].join('\n');
};

/** The first call, in a language, with the token in the environment. */
const firstCall =
  (language: Language) =>
  (origin: string): string => {
    const address = `${origin}/api/v1/movie/tt0068646?include=actors,genres`;
    return writeCall(language, { address, client: clientCallOf(address) }, { variable: 'TOKEN' });
  };

/** What agents may call, and what that is in the data API. */
const toolTable = (): string => {
  const rows = [...TOOLS].map(
    ([name, { title, endpoint }]) =>
      `| \`${name}\` | ${title} | \`${endpoint.path.replace('/api/', '').replace(/:(\w+)/g, '{$1}')}\` |`,
  );
  return ['| tool | what it does | the call that it is |', '|---|---|---|', ...rows].join('\n');
};

/** What the texts take from the code, so that they cannot drift from it. */
const FACTS: Readonly<Record<string, (origin: string) => string | number>> = {
  origin: (origin) => origin,
  call_curl: firstCall('curl'),
  call_javascript: firstCall('JavaScript'),
  call_client: firstCall('Client'),
  call_python: firstCall('Python'),
  mcp: () => mcp.path,
  tools: toolTable,
  tool_names: () => [...TOOLS.keys()].join(', '),
  reasons: reasonTable,
  licences: licenceTable,
  facades: facadeTable,
  reason_count: () => Object.keys(REASONS).length,
  max_batch: () => MAX_BATCH,
  max_regs: () => MAX_REGS,
  total_cap: () => TOTAL_CAP.toLocaleString('en'),
  widths: () => IMAGE_WIDTHS.join(', '),
  types: () => TITLE_TYPES.join(', '),
  sorts: () => DISCOVER_SORTS.join(', '),
  facets: () => FACETS.join(', '),
};

/** A text of the guide with its `{{names}}` filled in. Throws on a name that stands for nothing. */
export const fillIn = (text: string, origin: string): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const fact = FACTS[name];
    if (fact === undefined) throw new Error(`The guide asks for ${name}, which nobody knows`);
    return String(fact(origin));
  });

/** A page between the header and the footer that all of them have; the header says which of them it is. */
export const pageFile = (name: string, path: string, faces: string): string =>
  guideFile(name)
    .replace('{{faces}}', () => faces)
    .replace('{{header}}', () =>
      guideFile('header.html').trim().replace(`href="${path}"`, `href="${path}" aria-current="page"`),
    )
    .replace('{{footer}}', () => guideFile('footer.html').trim());

/** The guide in Markdown, its chapters in the order of their file names. */
export const guide = (origin: string): string =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => fillIn(guideFile(name).trim(), origin))
    .join('\n\n');
