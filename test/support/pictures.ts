import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

// Pictures as nobody should send them, and one that is as it should be.

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A grey PNG made by hand, so that no memory is taken for its pixels; `rows` of them are there, all black. */
export const handmadePng = (width: number, height: number, rows: number, more: Buffer = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    more,
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (width + 1)), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A text beside the picture that is a thousand times as long as it looks. */
export const longText = (bytes: number): Buffer =>
  chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes), { level: 9 })]));

/** A GIF of one pixel and so many frames. */
export const handmadeGif = (frames: number): Buffer => {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff', 'latin1');
  const frame = Buffer.from(
    '\x21\xf9\x04\x00\x0a\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00',
    'latin1',
  );
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]);
};

/** A poster, red above and blue below, as a camera or an editor would send it. */
export const poster = (width: number, height: number): Sharp => {
  const below = { width, height: Math.ceil(height / 2), channels: 3, background: '#0000ff' } as const;
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: below }, top: Math.floor(height / 2), left: 0 },
  ]);
};

/** What must be refused, by what it is. */
export const hostilePictures = async (): Promise<Readonly<Record<string, Buffer>>> => {
  const [jpeg, png] = await Promise.all([poster(400, 600).jpeg().toBuffer(), poster(400, 600).png().toBuffer()]);
  const progressive = await sharp({ create: { width: 3_500, height: 3_500, channels: 3, background: '#ff0000' } })
    .jpeg({ progressive: true })
    .toBuffer();
  return {
    'a PNG of 60,000 × 60,000 pixels': handmadePng(60_000, 60_000, 500),
    'a PNG that promises more than there is': handmadePng(9_000, 9_000, 100),
    'a progressive JPEG of more than 12 megapixels': progressive,
    'a JPEG that is cut off': jpeg.subarray(0, jpeg.length / 2),
    'a PNG that is cut off': png.subarray(0, png.length - 40),
    'a JPEG with an archive behind it': Buffer.concat([jpeg, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
    'a PNG with a page behind it': Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    'a GIF with a page behind it': Buffer.concat([handmadeGif(1), Buffer.from('<script>alert(1);</script>;')]),
    'a GIF that is a program': Buffer.from('GIF89a/*\x00\x01\x00*/=1;alert(1);', 'latin1'),
    'a GIF of 10,000 frames': handmadeGif(10_000),
    'a drawing in SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
    'a page': Buffer.from('<!doctype html><p>picture</p>'),
    'the beginning of a JPEG': Buffer.from('\xff\xd8\xff', 'latin1'),
    nothing: Buffer.alloc(0),
  };
};

/** For editors whose records have no pictures but drawn ones. */
export const NO_PICTURES = {
  keep: async () => Promise.reject(new Error('no pictures here')),
  find: async () => null,
  bytesOf: async () => null,
};
