import { readdirSync, readFileSync } from 'node:fs';
import { TITLE_TYPES } from '#contracts/catalog.ts';
import { MAX_REGS, TOTAL_CAP } from '#contracts/envelope.ts';
import { REASONS } from '#contracts/errors.ts';
import { MAX_BATCH } from '#contracts/feed.api.ts';
import { IMAGE_WIDTHS } from '#contracts/image-widths.ts';
import { DISCOVER_SORTS, FACETS } from '#contracts/search.ts';
import { LICENCES } from '#server/sources/licences.ts';

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

/** What the texts take from the code, so that they cannot drift from it. */
const FACTS: Readonly<Record<string, () => string | number>> = {
  reasons: reasonTable,
  licences: licenceTable,
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
    if (name === 'origin') return origin;
    const fact = FACTS[name];
    if (fact === undefined) throw new Error(`The guide asks for ${name}, which nobody knows`);
    return String(fact());
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
