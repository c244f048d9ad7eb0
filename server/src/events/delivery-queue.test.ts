import { afterEach, describe, expect, test } from 'vitest';
import { openChangeNotifications } from '../db/change-notifications.ts';
import { type Queue, startQueue } from '../jobs/queue.ts';
import { createLog } from '../lib/log.ts';
import { databaseModes } from '../testing/database.ts';
import { useEventDelivery } from '../testing/event-delivery.ts';
import { eventually } from '../testing/eventually.ts';
import { eventJobDefinitions, eventJobs, sweepEvents } from './jobs.ts';
import { deliverOnNotification } from './notification.ts';
import type { Subscriber } from './subscriber.ts';

const log = createLog('silent');

describe.each(databaseModes)('events by the queue, %s', (mode) => {
  const delivery = useEventDelivery(mode);
  const { record, subscribe } = delivery;

  const queues: Queue[] = [];
  const ends: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    for (const queue of queues.splice(0)) await queue.stop();
  });

  async function work(subscribers: readonly Subscriber[], notified: boolean) {
    const jobs = eventJobDefinitions(subscribers);
    const queue = await startQueue({ db: delivery.db, log, jobs, pollSeconds: 0.5 });
    queues.push(queue);
    const deps = { db: delivery.db, queue, log, subscribers };
    await queue.startWorkers(eventJobs(deps));
    if (notified) {
      const changes = await openChangeNotifications(delivery.db);
      ends.push(deliverOnNotification({ ...deps, changes }), () => changes.close());
    }
    return deps;
  }

  test('an event is delivered when its transaction commits, and so are those that follow', async () => {
    const { subscriber, seen } = await subscribe();
    await work([subscriber], true);
    await record([1]);
    await record([2]);
    await eventually(() => expect(seen).toEqual([1, 2]));
    await record([3]);
    await eventually(() => expect(seen).toEqual([1, 2, 3]));
  });

  test('events without a notification are found by the sweep', async () => {
    const { subscriber, seen } = await subscribe();
    const deps = await work([subscriber], false);
    await record([1]);
    await sweepEvents(deps);
    await eventually(() => expect(seen).toEqual([1]));
    // The events have their positions by now: a cursor that is behind is found as well.
    const second = await subscribe();
    await work([second.subscriber], false).then(sweepEvents);
    await eventually(() => expect(second.seen).toEqual([1]));
  });
});
