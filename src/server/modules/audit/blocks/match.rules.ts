import type { StoredRow } from '../storage.ts';
import {
  BLOCK_SPAN,
  factsOf,
  idAt,
  senderOf,
  tagOfClass,
  tagOfCode,
  tagOfId,
  tagOfIp,
  tagOfMethod,
  tagOfToken,
} from './block.rules.ts';
import type { Filter, KeptBlock, Range } from './find.store.ts';

/** The earliest moment at which a block can begin that holds rows of a range. */
export const earliestBlock = ({ from }: Range): number => from - BLOCK_SPAN;

/** What a block has to be tagged with if one of its rows is to match. */
export const tagsOfFilter = ({ tokenId, codes, ip, method, requestId }: Filter): readonly string[] => {
  const tags: string[] = [];
  if (tokenId !== undefined) tags.push(tagOfToken(tokenId));
  if (ip !== undefined) tags.push(tagOfIp(ip));
  if (method !== undefined) tags.push(tagOfMethod(method));
  if (requestId !== undefined) tags.push(tagOfId(requestId));
  const [low, high] = codes ?? [];
  if (low !== undefined && low === high) tags.push(tagOfCode(low));
  else if (low !== undefined && low % 100 === 0 && high === low + 99) tags.push(tagOfClass(low / 100));
  return tags;
};

/** The places of the rows of a block that match, the last first. */
export const matchesIn = (block: KeptBlock, filter: Filter, { from, to }: Range): readonly number[] => {
  const { tokenId, codes: [low, high] = [0, Number.POSITIVE_INFINITY], ip, method, requestId, elapsedUs = 0 } = filter;
  const { uri, without } = filter;
  const lines = uri === undefined ? undefined : (block.uris ?? '').split('\n');
  const { arrivals, durations, codes, senders } = factsOf(block.facts, block.rows);
  const wanted = block.senders.split('\n').map((line) => {
    const sender = senderOf(line);
    return (
      (tokenId === undefined || sender.tokenId === tokenId) &&
      (ip === undefined || sender.ip === ip) &&
      (without === undefined || sender.ip !== without || sender.tokenId !== null) &&
      (method === undefined || sender.method === method)
    );
  });
  const first = block.first_at.getTime();
  const found: number[] = [];
  for (let place = block.rows - 1; place >= 0; place--) {
    const at = first + (arrivals[place] as number);
    const code = codes[place] as number;
    if (
      wanted[senders[place] as number] &&
      at >= from &&
      at < to &&
      code >= low &&
      code <= high &&
      (durations[place] as number) >= elapsedUs &&
      (uri === undefined || lines?.[place]?.includes(uri) === true) &&
      (requestId === undefined || idAt(block.facts, block.rows, block.first_id, place) === requestId)
    )
      found.push(place);
  }
  return found;
};

/** Rows of a block, at these places. */
export const rowsAt = (block: KeptBlock, uris: string, places: readonly number[]): readonly StoredRow[] => {
  const { arrivals, durations, codes, senders } = factsOf(block.facts, block.rows);
  const lines = uris.split('\n');
  const known = block.senders.split('\n').map(senderOf);
  return places.map((place) => {
    const sender = known[senders[place] ?? -1];
    const uri = lines[place];
    if (!sender || uri === undefined) throw new Error(`block ${block.first_seq} has no row ${place}`);
    return {
      seq: block.first_seq + place,
      at: new Date(block.first_at.getTime() + (arrivals[place] ?? 0)),
      elapsedUs: durations[place] ?? 0,
      code: codes[place] ?? 0,
      method: sender.method,
      ip: sender.ip,
      tokenId: sender.tokenId,
      uri,
      headers: sender.headers,
      requestId: idAt(block.facts, block.rows, block.first_id, place),
    };
  });
};
