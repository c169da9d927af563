import { Buffer } from 'node:buffer';
import { areOfOneDay, type Entry } from '../audit.rules.ts';
import type { Sender } from '../sender.rules.ts';

/** Requests of a block at most, and characters of its addresses and of its senders: what has to be read for one of them. */
const MOST = 2_000;
const MOST_TEXT = 256_000;
/** Milliseconds between the arrivals of a block at most, so that blocks lie nearly as their requests do. */
export const BLOCK_SPAN = 1_000;

/** Requests as they are kept: what they have in common once, the rest by the column. */
export interface Block {
  /** When the first arrived, in milliseconds since 1970; no other arrived before. */
  readonly firstAt: number;
  readonly rows: number;
  readonly slowestUs: number;
  /** What occurs among them, to be found by. */
  readonly tags: readonly string[];
  /** A line each: method, address, token and headers, parted by tabs. */
  readonly senders: string;
  /**
   * 32-bit numbers, the high byte first: arrivals in milliseconds after the first, durations in µs, statuses, places in
   * `senders`; with a `firstId` how much further than its number each id's is.
   */
  readonly facts: Buffer;
  /** A line each. */
  readonly uris: string;
  /** The id of the first; null where ids are not known. */
  readonly firstId: string | null;
}

/** Ids are what those of a process have in common, and a number. */
const ID = /^\w+-\d{1,15}$/;
const runOf = (id: string): string => id.slice(0, id.indexOf('-'));
const numberOf = (id: string): number => Number(id.slice(id.indexOf('-') + 1));

/** So many ids that follow each other have a tag in common: one for each would be as many tags as requests. */
const IDS_OF_MARK = 1_000;
const groupOf = (number: number): number => Math.floor(number / IDS_OF_MARK);
const tagOfGroup = (run: string, group: number): string => `id:${run}-${group}`;
export const tagOfId = (id: string): string => tagOfGroup(runOf(id), groupOf(numberOf(id)));

export const tagOfToken = (id: number): string => `token:${id}`;
export const tagOfIp = (ip: string): string => `ip:${ip}`;
export const tagOfMethod = (method: string): string => `method:${method}`;
export const tagOfCode = (code: number): string => `code:${code}`;
export const tagOfClass = (first: number): string => `code:${first}xx`;

const lineOf = ({ method, ip, tokenId, headers }: Sender): string => {
  if (tokenId !== null && !Number.isSafeInteger(tokenId)) throw new RangeError(`${tokenId} is no token's number`);
  return `${method}\t${ip}\t${tokenId ?? ''}\t${headers ?? ''}`;
};

/** A sender of `Block.senders`. */
export const senderOf = (line: string): Sender => {
  const [method = '', ip = '', tokenId = '', headers = ''] = line.split('\t');
  return { method, ip, tokenId: tokenId === '' ? null : Number(tokenId), headers: headers === '' ? null : headers };
};

/** The lines of the senders among some rows, and for each row the place of its own, written to `places`. */
const listSenders = (entries: readonly Entry[], places: Int32Array): { lines: string[]; senders: Sender[] } => {
  const known = new Map<string, number>();
  const senders: Sender[] = [];
  let latest: Sender | undefined;
  let place = 0;
  entries.forEach(({ sender }, index) => {
    // Most requests follow one of the same sender.
    if (sender !== latest) {
      const line = lineOf(sender);
      place = known.get(line) ?? known.size;
      if (place === known.size) {
        known.set(line, place);
        senders.push(sender);
      }
      latest = sender;
    }
    places[index] = place;
  });
  return { lines: [...known.keys()], senders };
};

const tagsOf = (senders: readonly Sender[], codes: Iterable<number>): Set<string> => {
  const tags = new Set<string>();
  for (const { method, ip, tokenId } of senders) {
    tags.add(tagOfMethod(method)).add(tagOfIp(ip));
    if (tokenId !== null) tags.add(tagOfToken(tokenId));
  }
  for (const code of new Set(codes)) tags.add(tagOfCode(code)).add(tagOfClass(Math.floor(code / 100)));
  return tags;
};

const blockOf = (entries: readonly Entry[]): Block => {
  const rows = entries.length;
  const firstAt = entries[0]?.at ?? Number.NaN;
  const id = entries[0]?.id ?? '';
  const firstId = ID.test(id) ? id : null;
  const numbers = new Int32Array(rows * (firstId === null ? 4 : 5));
  const codes = numbers.subarray(rows * 2, rows * 3);
  let slowestUs = 0;
  entries.forEach(({ at, elapsedUs, code }, index) => {
    numbers[index] = at - firstAt;
    numbers[rows + index] = elapsedUs;
    codes[index] = code;
    if (elapsedUs > slowestUs) slowestUs = elapsedUs;
  });
  const { lines, senders } = listSenders(entries, numbers.subarray(rows * 3, rows * 4));
  const tags = tagsOf(senders, codes);
  if (firstId !== null) {
    const first = numberOf(firstId);
    const groups = new Set<number>();
    entries.forEach((entry, index) => {
      const number = numberOf(entry.id);
      numbers[rows * 4 + index] = number - first;
      groups.add(groupOf(number));
    });
    for (const group of groups) tags.add(tagOfGroup(runOf(firstId), group));
  }
  return {
    ...{ firstAt, rows, slowestUs, tags: [...tags] },
    senders: lines.join('\n'),
    facts: Buffer.from(numbers.buffer).swap32(),
    uris: entries.map(({ uri }) => uri).join('\n'),
    firstId,
  };
};

/** The text of a row: its address, and its sender where that is not the one of the row before. */
const textOf = ({ uri, sender }: Entry, before: Entry | undefined): number =>
  uri.length + (sender === before?.sender ? 0 : (sender.headers ?? '').length);

/** Whether an id can be told from another one: they are of one process and not too far apart for a column. */
const isOfRun = ({ id }: Entry, first: Entry): boolean =>
  runOf(id) === runOf(first.id) && (id === first.id || Math.abs(numberOf(id) - numberOf(first.id)) < 2 ** 31);

/** Puts rows into blocks, in their order, which is that of their arrival. Throws a RangeError for what no column takes. */
export const blocksOf = (entries: readonly Entry[]): readonly Block[] => {
  const blocks: Block[] = [];
  let begin = 0;
  let text = 0;
  entries.forEach((entry, index) => {
    const first = entries[begin] ?? entry;
    const added = textOf(entry, entries[index - 1]);
    text += added;
    const fits = index - begin < MOST && text <= MOST_TEXT;
    const together = entry.at - first.at < BLOCK_SPAN && areOfOneDay(entry.at, first.at) && isOfRun(entry, first);
    if (index === begin || (fits && together)) return;
    blocks.push(blockOf(entries.slice(begin, index)));
    begin = index;
    text = added;
  });
  if (begin < entries.length) blocks.push(blockOf(entries.slice(begin)));
  return blocks;
};

/** The columns of `Block.facts`. */
export interface Facts {
  readonly arrivals: Int32Array;
  readonly durations: Int32Array;
  readonly codes: Int32Array;
  readonly senders: Int32Array;
}

export const factsOf = (facts: Buffer, rows: number): Facts => {
  const numbers = new Int32Array(rows * 4);
  const bytes = Buffer.from(numbers.buffer);
  facts.copy(bytes);
  bytes.swap32();
  const column = (place: number): Int32Array => numbers.subarray(rows * place, rows * (place + 1));
  return { arrivals: column(0), durations: column(1), codes: column(2), senders: column(3) };
};

/** The id of a row; null where none was kept. */
export const idAt = (facts: Buffer, rows: number, firstId: string | null, place: number): string | null =>
  firstId && `${runOf(firstId)}-${numberOf(firstId) + facts.readInt32BE((rows * 4 + place) * 4)}`;
