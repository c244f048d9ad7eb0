/** The jobs of delivery: one for each subscriber, a sweep for what no notification announced, and the end of old events. */
import { z } from 'zod';
import type { Database } from '../db/client.ts';
import { inSystem } from '../db/transaction.ts';
import { defineJob, defineJobHandler, type JobDefinition, type JobHandler } from '../jobs/job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Log } from '../lib/log.ts';
import { deliverEvents } from './deliver.ts';
import { listUndelivered, registerSubscriber } from './queries.ts';
import { deleteOldEvents } from './retention.ts';
import type { Subscriber, SubscriberDefinition } from './subscriber.ts';

export interface EventsDeps {
  db: Database;
  queue: Queue;
  log: Log;
  subscribers: readonly Subscriber[];
}

/** Deliveries of one subscriber that one sweep puts on the queue at most; the next one goes on. */
const sweepBatchSize = 1_000;

const accountPayload = z.strictObject({ accountId: z.uuid() });

/** Finds what no notification announced: the process may have ended between the commit and the queue. */
export const eventSweepJob = defineJob({
  name: 'events.sweep',
  payload: z.strictObject({}),
  cron: '* * * * *',
});

export const eventDeletionJob = defineJob({
  name: 'events.delete-old',
  payload: z.strictObject({}),
  cron: '11 2 * * *',
});

/** The jobs of delivery for these subscribers, to be declared to the queue. */
export function eventJobDefinitions(subscribers: readonly SubscriberDefinition[]): JobDefinition[] {
  return [...subscribers.map(deliveryJob), eventSweepJob, eventDeletionJob];
}

/** The declaration of a subscriber's own job. */
export function deliveryJob({
  name,
}: Pick<SubscriberDefinition, 'name'>): JobDefinition<typeof accountPayload> {
  return defineJob({ name: `events.${name}`, payload: accountPayload, concurrency: 2 });
}

export function eventJobs(deps: EventsDeps): JobHandler[] {
  return [
    ...deps.subscribers.map((subscriber) => deliveryHandler(deps, subscriber)),
    defineJobHandler(eventSweepJob, () => sweepEvents(deps)),
    defineJobHandler(eventDeletionJob, (_, signal) => deleteOldEvents(deps, signal)),
  ];
}

function deliveryHandler({ db, queue, log }: EventsDeps, subscriber: Subscriber): JobHandler {
  const job = deliveryJob(subscriber);
  return defineJobHandler(job, async ({ accountId }, signal) => {
    const delaySeconds = await deliverEvents({ db, log }, subscriber, accountId, signal);
    if (delaySeconds !== null) await queue.enqueue(job, { accountId }, { key: accountId, delaySeconds });
  });
}

/** Makes new subscribers known to the database, before the first event reaches them. */
export async function registerSubscribers(
  db: Pick<Database, 'pool'>,
  subscribers: readonly SubscriberDefinition[],
): Promise<void> {
  await inSystem(db, async (trx) => {
    for (const { name, startsAt } of subscribers) await registerSubscriber(trx, name, startsAt);
  });
}

/** Puts the deliveries that are due on the queue. */
export async function sweepEvents({
  db,
  queue,
  subscribers,
}: Pick<EventsDeps, 'db' | 'queue' | 'subscribers'>): Promise<void> {
  const names = subscribers.map(({ name }) => name);
  const undelivered = await inSystem(db, (trx) => listUndelivered(trx, names, sweepBatchSize));
  for (const name of names) {
    const accountIds = undelivered.filter((row) => row.subscriber === name).map((row) => row.account_id);
    await queue.enqueueMany(
      deliveryJob({ name }),
      accountIds.map((accountId) => ({ payload: { accountId }, key: accountId })),
    );
  }
}
