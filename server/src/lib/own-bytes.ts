/**
 * A copy for what is kept long. Buffers of `node:zlib` and short ones of `Buffer.from` are parts of larger blocks, up to 64 KB, which
 * stay as long as any part of them.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
