/**
 * A stream whose reader sets the pace: the next piece is made when the last one was taken. One that fails destroys its
 * connection, so that nobody takes a part for the whole.
 */
import { Readable } from 'node:stream';

/** A reader that takes nothing for so long is given up. */
const defaultStallMs = 60_000;

/** `complete`: all pieces were taken. Without an error and not complete, the reader has gone. */
export interface StreamEnd {
  complete: boolean;
  error: Error | null;
}

export class StalledReaderError extends Error {
  override name = 'StalledReaderError';
}

/** @param pieces none of them empty. @param options.onEnd called once; must not throw */
export function streamPieces(
  pieces: AsyncGenerator<Buffer>,
  { onEnd, stallMs = defaultStallMs }: { onEnd(end: StreamEnd): Promise<void>; stallMs?: number },
): Readable {
  let stalled: NodeJS.Timeout | undefined;
  let complete = false;
  return new Readable({
    // One piece is ready while another is sent.
    highWaterMark: 1,
    read() {
      clearTimeout(stalled);
      pieces.next().then(
        async ({ done, value }) => {
          if (done === true) {
            complete = true;
            await onEnd({ complete, error: null });
            this.push(null);
            return;
          }
          stalled = setTimeout(
            () => this.destroy(new StalledReaderError('The reader took nothing.')),
            stallMs,
          );
          stalled.unref();
          this.push(value);
        },
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(error, callback) {
      clearTimeout(stalled);
      if (complete) return callback(error);
      void onEnd({ complete, error }).then(() => callback(error));
    },
  });
}
