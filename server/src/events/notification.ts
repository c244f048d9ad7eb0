import type { ChangeNotifications } from '../db/change-notifications.ts';
import { deliveryJob, type EventsDeps, sweepEvents } from './jobs.ts';
import type { Subscriber } from './subscriber.ts';

/** Milliseconds between two deliveries of an account that are put on the queue; a first sync stores pages faster. */
const pauseMs = 500;

/**
 * Puts an account's deliveries on the queue when the database notifies of new events: at once, and then at most once in
 * `pauseMs`, or in the subscriber's `minIntervalSeconds` where that is longer.
 * @returns what ends it
 */
export function deliverOnNotification(deps: EventsDeps & { changes: ChangeNotifications }): () => void {
  const { changes, queue, subscribers, log } = deps;
  const resting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();
  // What is lost here, the sweep finds within a minute.
  const orLog = (work: Promise<void>): void =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'Events could not be put on the queue'));
  const deliver = (subscriber: Subscriber, accountId: string): void => {
    const key = `${subscriber.name} ${accountId}`;
    const rest = resting.get(key);
    if (rest !== undefined) {
      rest.again = true;
      return;
    }
    const pause = Math.max(pauseMs, (subscriber.minIntervalSeconds ?? 0) * 1000);
    const timer = setTimeout(() => {
      const again = resting.get(key)?.again === true;
      resting.delete(key);
      if (again) deliver(subscriber, accountId);
    }, pause);
    resting.set(key, { timer, again: false });
    orLog(queue.enqueue(deliveryJob(subscriber), { accountId }, { key: accountId }));
  };
  const end = changes.subscribe('events', (accountId) => {
    if (accountId === null) return orLog(sweepEvents(deps));
    for (const subscriber of subscribers) deliver(subscriber, accountId);
  });
  return () => {
    end();
    for (const { timer } of resting.values()) clearTimeout(timer);
  };
}
