import type { DomainEvent, EventDefinition } from './domain-event.ts';

/** The events that a slice subscribes to. Each subscriber reads each account's events in their order. */
export interface SubscriberDefinition {
  /** Names its job and its cursors; a new name is a new subscriber. */
  name: string;
  events: readonly EventDefinition[];
  /** Where it starts when it is new: with what happens from then on, or with the events that are still kept. */
  startsAt: 'now' | 'beginning';
  /** Seconds between two deliveries of an account at least, for work that costs the same for any number of events (default 0). */
  minIntervalSeconds?: number;
}

export interface Subscriber extends SubscriberDefinition {
  /**
   * Handles some of an account's events, in their order. It must be safe to repeat: after a failure or the end of a worker
   * the same events come again. `signal` is aborted when the process stops, the job's time is up, or another worker has
   * taken over the account; work that takes more than some seconds must look at it.
   */
  handle(accountId: string, events: readonly DomainEvent[], signal: AbortSignal): Promise<void>;
}

/** Pairs a declaration with the work, as `defineJobHandler` does for jobs. */
export function subscribe(definition: SubscriberDefinition, handle: Subscriber['handle']): Subscriber {
  return { ...definition, handle };
}
