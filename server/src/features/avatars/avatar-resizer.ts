/**
 * Re-encodes any picture as a small WebP. Pictures are decoded in a child process (lib/child-worker.ts), so a picture
 * that exploits a decoder reaches neither the server nor its data. Only the pixels of the original are kept, no other
 * bytes.
 */
import { createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';

const defaultCpuLimitMs = 5_000;

export interface AvatarResizer {
  /** Null for bytes that are no picture, a picture that is too large, or one that takes too long. */
  resize(bytes: Buffer): Promise<Buffer | null>;
  close(): void;
}

export function createAvatarResizer(log: Pick<Log, 'warn'>, cpuLimitMs = defaultCpuLimitMs): AvatarResizer {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'avatar-child',
    heapMegabytes: 64,
    cpuLimitMs,
    log,
  });
  return {
    async resize(bytes) {
      if (!isPicture(bytes)) return null;
      const resized = await worker.run(bytes).catch(() => null);
      return resized instanceof Uint8Array ? Buffer.from(resized) : null;
    },
    close: worker.close,
  };
}

/** Recognizes JPEG, PNG and WebP by their first bytes; the declared media type does not count. */
function isPicture(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  return (
    bytes.readUIntBE(0, 3) === 0xffd8ff ||
    bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' ||
    (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
  );
}
