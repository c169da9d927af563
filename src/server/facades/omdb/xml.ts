/** An element with attributes, and either text or other elements in it. */
export interface Element {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly children?: readonly Element[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Signs that XML cannot hold, however they are written; halves of pairs among them. */
const IMPOSSIBLE = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Readers would make spaces of ends of lines in an attribute. */
const escaped = (text: string): string =>
  text
    .replace(IMPOSSIBLE, '')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const elementOf = ({ name, attributes = {}, text, children = [] }: Element): string => {
  const open = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ');
  const inner = text === undefined ? children.map(elementOf).join('') : escaped(text);
  return inner === '' ? `<${open}/>` : `<${open}>${inner}</${name}>`;
};

export const xmlOf = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>${elementOf(root)}`;
