import { toApiError } from './api/problem.ts';
import { delay, reconnectDelayMs } from './reconnect.ts';

interface FollowOptions<Event> {
  signal: AbortSignal;
  /** Opens the stream; fails with an `ApiError` where it is refused. */
  open(signal: AbortSignal): Promise<AsyncIterable<Event>>;
  onEvent(event: Event): void;
  /** Whether the stream is up: while it is not, screens ask every few seconds. */
  onLive(live: boolean): void;
}

/** Reads a stream of events until the signal fires, and opens it again when it breaks, no sooner than the server asks. */
export async function followEvents<Event>({
  signal,
  open,
  onEvent,
  onLive,
}: FollowOptions<Event>): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let asked = 0;
    try {
      const events = await open(signal);
      onLive(true);
      for await (const event of events) {
        failures = 0;
        onEvent(event);
      }
    } catch (error) {
      asked = (toApiError(error).retryAfter ?? 0) * 1000;
    }
    if (signal.aborted) return;
    onLive(false);
    await delay(Math.max(reconnectDelayMs(failures), asked), signal);
    failures += 1;
  }
}
