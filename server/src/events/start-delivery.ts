/** Starting the delivery of events in a worker. */
import type { ChangeNotifications } from '../db/change-notifications.ts';
import type { Database } from '../db/client.ts';
import { inSystem } from '../db/transaction.ts';
import type { JobHandler } from '../jobs/job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Log } from '../lib/log.ts';
import { eventJobs, registerSubscribers, sweepEvents } from './jobs.ts';
import { deliverOnNotification } from './notification.ts';
import { releaseAllCursors } from './queries.ts';
import type { Subscriber, SubscriberDefinition } from './subscriber.ts';

export interface EventDelivery {
  handlers: readonly JobHandler[];
  /** Begins to listen and delivers what waits; called once the handlers work. @returns what ends it */
  start(): Promise<() => void>;
}

/**
 * Makes the subscribers known to the database.
 * @throws Error with one sentence for a declared subscriber without a handler, or with two
 */
export async function prepareEventDelivery(options: {
  db: Database;
  queue: Queue;
  changes: ChangeNotifications;
  log: Log;
  declared: readonly SubscriberDefinition[];
  subscribers: readonly Subscriber[];
}): Promise<EventDelivery> {
  const { db, declared, subscribers } = options;
  for (const { name } of declared) {
    const count = subscribers.filter((subscriber) => subscriber.name === name).length;
    if (count !== 1) throw new Error(`The subscriber ${name} has ${count} handlers instead of one.`);
  }
  // Only one process holds the embedded database, so its leases belong to a process that has ended.
  if (db.mode === 'embedded') await inSystem(db, releaseAllCursors);
  await registerSubscribers(db, declared);
  return {
    handlers: eventJobs(options),
    async start() {
      const stop = deliverOnNotification(options);
      try {
        await sweepEvents(options);
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
  };
}
