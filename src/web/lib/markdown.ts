/** The part of Markdown that a page of terms needs. What is anything else stays the text that it is. */

export type Inline =
  | { readonly is: 'text' | 'code'; readonly text: string }
  | { readonly is: 'strong' | 'em'; readonly parts: readonly Inline[] }
  | { readonly is: 'link'; readonly parts: readonly Inline[]; readonly to: string };

export type Block =
  | { readonly is: 'heading'; readonly level: 2 | 3 | 4; readonly parts: readonly Inline[] }
  | { readonly is: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly is: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

/** Bounded, so that no text takes long to be read. */
const MARK =
  /\*\*(?<strong>[^*\n]{1,500})\*\*|\*(?<em>[^*\s][^*\n]{0,500})\*|`(?<code>[^`\n]{1,500})`|\[(?<name>[^\]\n]{1,500})\]\((?<to>[^()\s]{1,2000})\)|(?<bare>https?:\/\/[^\s<>()[\]"]{1,2000}[^\s<>()[\]".,;:!?])/g;

/** Pages of this site, of others, and mail; nothing that a browser would run. */
const isSafe = (to: string): boolean => /^(?:https?:\/\/|mailto:|#|\/(?!\/|\\))/i.test(to) && !/[\\\p{C}]/u.test(to);

const marked = (groups: Readonly<Record<string, string | undefined>>, whole: string): Inline => {
  const { strong, em, code, name, to, bare } = groups;
  if (strong !== undefined) return { is: 'strong', parts: inlinesOf(strong) };
  if (em !== undefined) return { is: 'em', parts: inlinesOf(em) };
  if (code !== undefined) return { is: 'code', text: code };
  if (bare !== undefined) return { is: 'link', parts: [{ is: 'text', text: bare }], to: bare };
  if (name !== undefined && to !== undefined && isSafe(to))
    return { is: 'link', parts: [{ is: 'text', text: name }], to };
  return { is: 'text', text: whole };
};

export const inlinesOf = (text: string): readonly Inline[] => {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) found.push({ is: 'text', text: text.slice(end, match.index) });
    found.push(marked(match.groups ?? {}, match[0]));
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ is: 'text', text: text.slice(end) });
  return found;
};

const HEADING = /^(#{1,6})[ \t]+(.*\S)[ \t]*$/;
/** Marks may stand behind a heading too. */
const CLOSING = /[ \t]#{1,6}$/;
const BULLET = /^[ \t]{0,3}[-*+][ \t]+(.*)$/;
const NUMBER = /^[ \t]{0,3}\d{1,4}[.)][ \t]+(.*)$/;

/** The page's own title is the first heading: those of the text stand below it. */
const levelOf = (marks: string): 2 | 3 | 4 => Math.min(4, marks.length + 1) as 2 | 3 | 4;

/** Blocks, parted by empty lines; a heading and a list also begin without one. */
export const blocksOf = (source: string): readonly Block[] => {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let items: string[] = [];
  let ordered = false;
  const close = (): void => {
    if (lines.length > 0) blocks.push({ is: 'paragraph', parts: inlinesOf(lines.join('\n')) });
    if (items.length > 0) blocks.push({ is: 'list', ordered, items: items.map(inlinesOf) });
    lines = [];
    items = [];
  };
  for (const line of source.replaceAll('\r\n', '\n').split('\n')) {
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line);
    const item = bullet ?? NUMBER.exec(line);
    if (heading) {
      close();
      blocks.push({
        is: 'heading',
        level: levelOf(heading[1] ?? ''),
        parts: inlinesOf((heading[2] ?? '').replace(CLOSING, '')),
      });
    } else if (item) {
      if (items.length === 0 || ordered !== (bullet === null)) close();
      ordered = bullet === null;
      items.push(item[1] ?? '');
    } else if (line.trim() === '') close();
    else if (items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
    else lines.push(line.trim());
  }
  close();
  return blocks;
};
