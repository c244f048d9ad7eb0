import type { Clock } from './clock.ts';
import { controlError, type JsonObject } from './json-object.ts';

/** A push or a webhook to the app. */
export type Message = { url: string; headers: Record<string, string>; body: string };

/** Which statuses count as accepted, and how long a platform retries. */
export type RetryPolicy = {
  /** Statuses that count as accepted. */
  accepted: readonly number[];
  /** Milliseconds after the first attempt. */
  giveUpAfter: number;
};

export type Outbox = {
  /** Sends now and returns the status. Retries later when not accepted. @throws HttpError (400) when nothing answers */
  post(message: Message): Promise<number>;
  /** Sends the messages that are due by the simulator's clock. */
  sendDue(): Promise<void>;
  waiting(): JsonObject[];
  clear(): void;
};

type QueuedMessage = { message: Message; first: number; attempts: number; due: number };

/** Minutes until the next attempt; the last one repeats. */
const retryDelaysMinutes = [1, 5, 15, 60, 180, 360];
const minute = 60_000;

/** An empty outbox. Attempts follow `clock`; while it runs they also happen by themselves. */
export function createOutbox(clock: Clock, policy: RetryPolicy): Outbox {
  let waiting: QueuedMessage[] = [];
  let timer: NodeJS.Timeout | undefined;
  const plan = () => {
    clearTimeout(timer);
    const next = Math.min(...waiting.map((entry) => entry.due));
    if (clock.isFrozen() || !Number.isFinite(next)) return;
    timer = setTimeout(() => void pump(), Math.max(0, next - clock.now())).unref();
  };
  const keep = (entry: QueuedMessage) => {
    const pause = retryDelaysMinutes[Math.min(entry.attempts, retryDelaysMinutes.length) - 1] ?? 1;
    entry.due = clock.now() + pause * minute;
    if (entry.due <= entry.first + policy.giveUpAfter) waiting.push(entry);
  };
  const pump = async () => {
    const now = clock.now();
    const due = waiting.filter((entry) => entry.due <= now);
    waiting = waiting.filter((entry) => entry.due > now);
    for (const entry of due) {
      entry.attempts += 1;
      // A receiver that cannot be reached counts as one that refuses.
      const status = await send(entry.message).catch(() => 0);
      if (!policy.accepted.includes(status)) keep(entry);
    }
    plan();
  };
  return {
    async post(message) {
      const status = await send(message).catch((error: unknown) => {
        throw controlError(`nothing answers at ${message.url}: ${String(error)}`);
      });
      if (!policy.accepted.includes(status)) keep({ message, first: clock.now(), attempts: 1, due: 0 });
      plan();
      return status;
    },
    sendDue: pump,
    waiting: () =>
      waiting.map(({ message, attempts, due }) => ({
        url: message.url,
        attempts,
        due: new Date(due).toISOString(),
      })),
    clear() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

async function send({ url, headers, body }: Message): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
