/**
 * Turns any picture into a small WebP of our own making. Trust rule: pictures are decoded in a process of their own
 * (lib/child-worker.ts), so a picture that breaks a decoder breaks neither the server nor what it knows. Of the bytes
 * that came nothing passes but the pixels.
 */
import { createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';

const defaultTimeoutMs = 5_000;

export interface AvatarResizer {
  /** Null for what is not a picture, is too large, or takes too long. */
  resize(bytes: Buffer): Promise<Buffer | null>;
  close(): void;
}

export function createAvatarResizer(log: Pick<Log, 'warn'>, timeoutMs = defaultTimeoutMs): AvatarResizer {
  const worker = createChildWorker({
    from: import.meta.url,
    program: 'avatar-child',
    heapMegabytes: 64,
    timeoutMs,
    log,
  });
  return {
    async resize(bytes) {
      if (!isPicture(bytes)) return null;
      const made = await worker.run(bytes).catch(() => null);
      return made instanceof Uint8Array ? Buffer.from(made) : null;
    },
    close: worker.close,
  };
}

/** JPEG, PNG or WebP by their first bytes, whatever was said about them. */
function isPicture(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  return (
    bytes.readUIntBE(0, 3) === 0xffd8ff ||
    bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' ||
    (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
  );
}
