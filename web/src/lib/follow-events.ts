import { toApiError } from './api/problem.ts';
import { delay, reconnectDelayMs } from './reconnect.ts';

interface FollowOptions<Event> {
  signal: AbortSignal;
  /** Opens the stream; rejects with an `ApiError` when the API refuses it. */
  open(signal: AbortSignal): Promise<AsyncIterable<Event>>;
  onEvent(event: Event): void;
  /** Whether the stream is connected. Screens poll while it is not. */
  onLive(live: boolean): void;
}

/** Reads an event stream until the signal aborts. Reconnects when it breaks, not before the server's `retryAfter`. */
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
