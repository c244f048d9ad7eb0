import { emit } from './events.ts';
import type { Subscription } from './objects.ts';
import { previewInvoice } from './preview.ts';
import { endPeriod, finalizeAndCharge, retryPayment } from './renewal.ts';
import { expireSession } from './session-state.ts';
import { changeSettings, getObject, type PaymentsState } from './state.ts';
import { forgetPendingUpdate } from './subscription-change.ts';
import { itemOf } from './subscription-lines.ts';
import { endSubscription, isRunning } from './subscription-status.ts';

/** Something that happens at a time (seconds). */
interface Job {
  at: number;
  run(): void;
}

const day = 86_400;
/** How long before its time a renewal is announced. */
const upcomingDays = 7;
const trialWarningDays = 3;
/** Answers to calls with an idempotency key are kept this long. */
const replySeconds = 86_400;
const maxEvents = 10_000;

/** Carries out everything that has become due, in the order of its time; each at the time at which it was due. */
export function runDue(state: PaymentsState): void {
  const now = Math.floor(state.clock.now() / 1000);
  try {
    for (let job = nextJob(state); job && job.at <= now; job = nextJob(state)) {
      state.actingAt = Math.max(job.at, state.actingAt ?? 0);
      job.run();
    }
  } finally {
    state.actingAt = null;
  }
  prune(state, now);
}

/** After the clock was moved: what has become due is carried out, and its webhooks are sent. */
export async function followClock(state: PaymentsState): Promise<void> {
  // Stores the time too, which is not a change of the objects.
  changeSettings(state, {});
  runDue(state);
  await state.queue.settle();
}

/** Forgets old answers to idempotency keys, and the oldest events. */
function prune(state: PaymentsState, now: number): void {
  for (const reply of state.store.list('reply'))
    if (reply.at < now - replySeconds) state.store.remove('reply', reply.id);
  const events = state.store.list('event');
  for (const event of events.slice(0, Math.max(0, events.length - maxEvents)))
    state.store.remove('event', event.id);
}

function nextJob(state: PaymentsState): Job | null {
  return allJobs(state).reduce<Job | null>((first, job) => (first && first.at <= job.at ? first : job), null);
}

function allJobs(state: PaymentsState): Job[] {
  const invoices = state.store.list('invoice').flatMap((invoice): Job[] => {
    if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
      return [{ at: invoice.automatically_finalizes_at, run: () => finalizeAndCharge(state, invoice.id) }];
    if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
      return [{ at: invoice.next_payment_attempt, run: () => retryPayment(state, invoice.id) }];
    return [];
  });
  const sessions = state.store
    .list('session')
    .filter((session) => session.status === 'open')
    .map((session) => ({ at: session.expires_at, run: () => void expireSession(state, session.id) }));
  const subscriptions = state.store
    .list('subscription')
    .filter((subscription) => isRunning(subscription) && subscription.status !== 'paused')
    .flatMap((subscription) => subscriptionJobs(state, subscription));
  return [...invoices, ...sessions, ...subscriptions];
}

function subscriptionJobs(state: PaymentsState, subscription: Subscription): Job[] {
  const { id, pending_update, trial_end, status } = subscription;
  const end = itemOf(subscription).current_period_end;
  const jobs: Job[] = [];
  // Of jobs of the same time the first one is done first: an update expires before its period ends.
  if (pending_update) jobs.push({ at: pending_update.expires_at, run: () => expireUpdate(state, id) });
  jobs.push({ at: end, run: () => endPeriod(state, id) });
  if (subscription.cancel_at !== null && !subscription.cancel_at_period_end)
    jobs.push({
      at: subscription.cancel_at,
      run: () => void endSubscription(state, id, 'cancellation_requested'),
    });
  if (status === 'trialing' && trial_end !== null)
    jobs.push(
      ...once(state, `trial_will_end ${id} ${trial_end}`, {
        at: Math.max(subscription.created, trial_end - trialWarningDays * day),
        run: () =>
          void emit(state, 'customer.subscription.trial_will_end', getObject(state, 'subscription', id)),
      }),
    );
  if (!subscription.cancel_at_period_end)
    jobs.push(
      ...once(state, `upcoming ${id} ${end}`, {
        at: end - upcomingDays * day,
        run: () => announce(state, id),
      }),
    );
  return jobs;
}

/** A job that is done once; the mark is stored, so a restart does not repeat it. */
function once(state: PaymentsState, mark: string, job: Job): Job[] {
  if (state.store.find('mark', mark)) return [];
  return [
    {
      at: job.at,
      run: () => {
        state.store.put('mark', { id: mark });
        job.run();
      },
    },
  ];
}

/** `invoice.upcoming`: an invoice without an id. */
function announce(state: PaymentsState, id: string): void {
  const { id: _id, ...upcoming } = previewInvoice(state, getObject(state, 'subscription', id), null, false);
  emit(state, 'invoice.upcoming', upcoming as unknown as Parameters<typeof emit>[2]);
}

/** An update that was not paid in time is forgotten, with its invoice. */
function expireUpdate(state: PaymentsState, id: string): void {
  emit(state, 'customer.subscription.pending_update_expired', forgetPendingUpdate(state, id));
}
