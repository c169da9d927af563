import { isKey, type Stored } from './store.ts';

/** What a page of a bucket's list says. */
export interface ListPage {
  readonly stored: readonly Stored[];
  /** The key after which the next page begins; null: this is the last one. */
  readonly next: string | null;
}

/** The text of an element without others in it; null when it is not there. */
export const textIn = (xml: string, tag: string): string | null =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null;

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with the signs that stand for others in XML as those. */
const plain = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#x([\da-f]{1,6})|#(\d{1,7}));/gi, (whole, name, hex, number) => {
    if (name) return SIGNS[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(number);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Reads a page of a bucket's list as far as it is of pictures below a folder; null when it is none. */
export const readListPage = (xml: string, folder: string): ListPage | null => {
  if (!xml.includes('<ListBucketResult')) return null;
  const found = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => ({
    key: plain(textIn(one, 'Key') ?? ''),
    writtenAt: new Date(textIn(one, 'LastModified') ?? Number.NaN),
  }));
  if (found.some(({ writtenAt }) => Number.isNaN(writtenAt.getTime()))) return null;
  const next = textIn(xml, 'IsTruncated') === 'true' ? found.at(-1)?.key : null;
  if (next === undefined) return null;
  const stored = found.flatMap(({ key, writtenAt }) => {
    const name = key.startsWith(folder) ? key.slice(folder.length) : '';
    return isKey(name) ? [{ key: name, writtenAt }] : [];
  });
  return { stored, next };
};
