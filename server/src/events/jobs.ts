/** The jobs of delivery: one for each subscriber, a look for what was left behind, and the end of old events. */
import { z } from 'zod';
import type { Database } from '../db/client.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { defineJob, defineJobHandler, type JobDefinition, type JobHandler } from '../jobs/job.ts';
import type { Queue } from '../jobs/queue.ts';
import { runWithCooldown } from '../lib/cooldown.ts';
import { deliverEvents } from './deliver.ts';
import { deleteEventsBefore, listStreams, listUndelivered, registerSubscriber } from './queries.ts';
import type { Subscriber, SubscriberDefinition } from './subscriber.ts';

export interface EventsDeps {
  db: Database;
  queue: Queue;
  subscribers: readonly Subscriber[];
}

/** Days for which events are kept; a subscriber that starts at the beginning gets no more of them. */
export const keptDays = 30;
/** Deliveries that one look puts on the queue at most; the next one goes on. */
const perSweep = 1_000;
/** Events deleted, and accounts looked at, in one transaction. */
const step = 1_000;

const accountPayload = z.strictObject({ accountId: z.uuid() });

/** Finds what no notification told of: the process may have ended between the commit and the queue. */
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
    defineJobHandler(eventDeletionJob, (_, signal) => deleteOldEvents(deps.db, signal)),
  ];
}

function deliveryHandler(deps: EventsDeps, subscriber: Subscriber): JobHandler {
  const job = deliveryJob(subscriber);
  return defineJobHandler(job, async ({ accountId }, signal) => {
    const after = await deliverEvents(deps, subscriber, accountId, signal);
    if (after !== null) await deps.queue.enqueue(job, { accountId }, { key: accountId, delaySeconds: after });
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
export async function sweepEvents({ db, queue, subscribers }: EventsDeps): Promise<void> {
  const names = subscribers.map(({ name }) => name);
  const undelivered = await inSystem(db, (trx) => listUndelivered(trx, names, perSweep));
  for (const { account_id: accountId, subscriber } of undelivered)
    await queue.enqueue(deliveryJob({ name: subscriber }), { accountId }, { key: accountId });
}

/** Deletes the events that are older than `keptDays`, account by account, in small transactions. */
export async function deleteOldEvents(db: Database, signal: AbortSignal, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  for (let last: string | null = null; ; ) {
    const accounts: string[] = await inSystem(db, (trx) => listStreams(trx, last, step));
    for (const accountId of accounts) {
      const deleteSome = () =>
        inTenant(db, accountId, (trx) => deleteEventsBefore(trx, accountId, before, step));
      while ((await runWithCooldown(deleteSome, signal)) === step) signal.throwIfAborted();
    }
    last = accounts.at(-1) ?? null;
    if (accounts.length < step) return;
  }
}
