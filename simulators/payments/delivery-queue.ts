import type { Clock } from '../kit/clock.ts';
import type { JsonObject } from '../kit/json-object.ts';
import type { Message, Outbox } from '../kit/outbox.ts';
import { newId } from './ids.ts';
import type { DeliveryRecord } from './records.ts';
import { signedRequest } from './signing.ts';
import type { Store } from './store.ts';

/** The webhooks that are on their way. The body of a message is the id of its event. */
export interface DeliveryQueue extends Outbox {
  /** Holds what is sent from now on, until it is released. */
  hold(on: boolean): void;
  /** Waits until nothing is due any more. */
  settle(): Promise<void>;
  /** Stops sending; what waits stays in the store. */
  stop(): void;
}

/** Seconds until the next attempts; the last one repeats. */
const delays = [1, 5, 30, 300, 1800, 3600, 7200, 21_600];
/** So many attempts also follow the real time, because the simulator's clock may stand still. */
const realAttempts = 3;
const giveUpAfterMs = 3 * 86_400_000;
const answerWithinMs = 10_000;

type Options = { store: Store; clock: Clock; secret: string };

/** The queue of the store, so that it survives a restart. Events are sent one after another. */
export function createDeliveryQueue({ store, clock, secret }: Options): DeliveryQueue {
  const realDue = new Map<string, number>();
  const forgeries = new Map<string, string>();
  let holding = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const isDue = (entry: DeliveryRecord) =>
    !stopped &&
    !entry.held &&
    (entry.due <= clock.now() || (realDue.get(entry.id) ?? Infinity) <= Date.now());
  const forget = ({ id }: DeliveryRecord) => {
    store.remove('delivery', id);
    realDue.delete(id);
    forgeries.delete(id);
  };
  const attempt = async (entry: DeliveryRecord) => {
    const event = store.find('event', entry.event);
    if (!event) return forget(entry);
    const request = signedRequest(JSON.stringify(event), secret, forgeries.get(entry.id) ?? null);
    const accepted = await post(entry.url, request);
    // It may have been removed by a reset in the meantime.
    if (!store.find('delivery', entry.id)) return;
    // A stranger does not try again.
    if (forgeries.has(entry.id)) return forget(entry);
    if (accepted) {
      store.put('event', { ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
      return forget(entry);
    }
    const attempts = entry.attempts + 1;
    const pause = (delays[Math.min(attempts, delays.length) - 1] ?? 1) * 1000;
    const due = clock.now() + pause;
    if (due > entry.first + giveUpAfterMs) return forget(entry);
    if (attempts <= realAttempts) realDue.set(entry.id, Date.now() + pause);
    else realDue.delete(entry.id);
    store.put('delivery', { ...entry, attempts, due });
  };
  const sendAll = async () => {
    for (let next = store.list('delivery').find(isDue); next; next = store.list('delivery').find(isDue))
      await attempt(next);
  };
  const pump = (): Promise<void> => {
    running ??= sendAll().finally(() => {
      running = null;
      plan();
    });
    return running;
  };
  const plan = () => {
    clearTimeout(timer);
    const waits = store.list('delivery').flatMap((entry) => {
      if (entry.held) return [];
      const real = (realDue.get(entry.id) ?? Infinity) - Date.now();
      return [Math.min(real, clock.isFrozen() ? Infinity : entry.due - clock.now())];
    });
    const wait = Math.min(...waits);
    if (!stopped && Number.isFinite(wait)) timer = setTimeout(() => void pump(), Math.max(5, wait)).unref();
  };
  const enqueue = ({ url, headers, body }: Message) => {
    const now = clock.now();
    const id = newId('del');
    if (headers.forged !== undefined) forgeries.set(id, headers.forged);
    store.put('delivery', { id, event: body, url, attempts: 0, first: now, due: now, held: holding });
    // Sent after the call that caused it has been answered, as by a queue.
    if (!running) setImmediate(() => void pump());
  };
  return {
    post: async (message) => {
      enqueue(message);
      return 202;
    },
    sendDue: pump,
    settle: async () => {
      while (running || store.list('delivery').some(isDue)) await pump();
    },
    hold(on) {
      holding = on;
      if (on) return;
      for (const entry of store.list('delivery')) store.put('delivery', { ...entry, held: false });
      void pump();
    },
    waiting: () => store.list('delivery').map((entry) => shown(store, entry)),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    clear() {
      clearTimeout(timer);
      for (const entry of store.list('delivery')) forget(entry);
      holding = false;
    },
  };
}

function shown(store: Store, { event, url, attempts, due, held }: DeliveryRecord): JsonObject {
  const type = store.find('event', event)?.type ?? null;
  return { event, type, url, attempts, due: new Date(due).toISOString(), held };
}

async function post(
  url: string,
  request: { headers: Record<string, string>; body: string },
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(answerWithinMs),
      ...request,
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
