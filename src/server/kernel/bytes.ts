/**
 * The same bytes in memory of their own. Small buffers are cut from blocks of 64 KB, and what is packed from blocks of 16:
 * one that is kept would hold all of its block.
 */
export const alone = (bytes: Buffer): Buffer => {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
};
