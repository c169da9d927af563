/** What a picture from outside may be. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';

const starts = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** What the first bytes say that it is; null for everything else, drawings in SVG among it. */
export const pictureType = (bytes: Buffer): PictureType | null => {
  if (starts(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp';
  return starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a') ? 'image/gif' : null;
};

/** Where the last of these marks ends; the end of the file where it breaks off before. */
const afterLast = (bytes: Buffer, mark: string, more = 0): number => {
  const at = bytes.lastIndexOf(mark, undefined, 'latin1');
  return at < 0 ? bytes.length : at + mark.length + more;
};

/** Behind a run of blocks, each of which begins with its length; the last one is empty. */
const afterBlocks = (bytes: Buffer, from: number): number => {
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1;
  return at + 1;
};

/** The bytes of a table of colours, by the flags before it. */
const coloursOf = (flags = 0): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** Where a GIF ends; the end of the file where it breaks off. */
const gifEnd = (bytes: Buffer): number => {
  let at = 13 + coloursOf(bytes[10]);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x21) at = afterBlocks(bytes, at + 2);
    else if (kind === 0x2c) at = afterBlocks(bytes, at + 11 + coloursOf(bytes[at + 9]));
    else return at + 1;
  }
  return bytes.length;
};

const ENDS: Readonly<Record<PictureType, (bytes: Buffer) => number>> = {
  'image/jpeg': (bytes) => afterLast(bytes, '\xff\xd9'),
  'image/png': (bytes) => afterLast(bytes, 'IEND', 4),
  'image/gif': gifEnd,
  'image/webp': (bytes) => (bytes.length < 8 ? 0 : 8 + bytes.readUInt32LE(4)),
};

/** Bytes that some programs fill a file up with. */
const MOST_FILLING = 4_096;

/** Whether something else stands behind the picture: the file is a picture and an archive or a page at once. */
export const goesOn = (bytes: Buffer, type: PictureType): boolean => {
  const rest = bytes.subarray(ENDS[type](bytes));
  return rest.length > MOST_FILLING || rest.some((byte) => byte !== 0 && byte !== 10 && byte !== 13);
};
