import { type Answer, objectOf } from '../answer.ts';
import { FileRefused, openFile } from '../open-file.ts';
import { idsOfItem, type ToldId } from './id-map.ts';

/** What every item with an id of IMDb's has in its line. */
const MARK = '"P345"';
const NEWLINE = 10;

const itemIn = (line: Buffer, where: string, at: number): Answer => {
  const text = line.toString().replace(/,?\s*$/, '');
  try {
    return objectOf(JSON.parse(text));
  } catch (error) {
    throw new FileRefused(`${where}: line ${at} is no JSON. Nothing was changed.`, { cause: error });
  }
};

/** What is read of a dump at a time. */
export interface DumpPart {
  readonly ids: readonly ToldId[];
  /** Lines and packed bytes so far. */
  readonly lines: number;
  readonly bytes: number;
}

/** Lines between two parts, so that who reads them can tell how far it is. */
const PART_LINES = 250_000;
const PART_IDS = 25_000;

/**
 * The same map from a dump of Wikidata's items, a line of JSON each: a path, or an http(s) address, packed where its name
 * ends in .gz. Only lines with an id of IMDb's are parsed. @throws FileRefused; the signal's reason
 */
export const readIdDump = async function* (
  from: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): AsyncGenerator<DumpPart> {
  const { stream, bytes } = await openFile(from, signal, headers);
  let ids: ToldId[] = [];
  let [lines, told, items] = [0, 0, 0];
  let rest: Buffer[] = [];
  const take = (line: Buffer): void => {
    lines += 1;
    if (!line.includes(MARK)) return;
    items += 1;
    for (const id of idsOfItem(itemIn(line, from, lines))) ids.push(id);
  };
  const part = (): DumpPart => {
    const read = { ids, lines, bytes: bytes() };
    ids = [];
    told = lines;
    return read;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      take(rest.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...rest, chunk.subarray(start, end)]));
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    if (lines - told >= PART_LINES || ids.length >= PART_IDS) yield part();
  }
  if (rest.length > 0) take(Buffer.concat(rest));
  if (items === 0) throw new FileRefused(`${from} names no item with an id of IMDb's. Nothing was changed.`);
  yield part();
};
