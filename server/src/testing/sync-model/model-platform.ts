/** For tests only: the platform of the model test, in memory or over HTTP, and the events that may occur there. */
import type { PlatformReply, PlatformReview } from '../../connectors/connector.ts';

/** The differences between platforms on which the sync relies. */
export interface PlatformBehavior {
  editsFirst: boolean;
  /** `partial` returns no author; `none` has no look-up. */
  lookUp: 'whole' | 'partial' | 'none';
}

/** The failure of one call. `seconds` is the `Retry-After` of a 429; null without one. */
export type Fault =
  | { fault: 'busy'; seconds: number | null; reach: 'platform' | 'listing' }
  | { fault: 'down' }
  | { fault: 'unexpected-answer' }
  | { fault: 'gone' }
  | { fault: 'unverified' }
  | { fault: 'revoked' }
  | { fault: 'withdrawn' }
  | { fault: 'not-approved' }
  | { fault: 'ease-off'; seconds: number };

/** An event at the platform; `at` modulo the number of reviews chooses one of them. */
export type PlatformEvent =
  | { do: 'post'; sameSecond: boolean; words: number }
  | { do: 'edit'; at: number; sameSecond: boolean; words: number }
  | { do: 'reply'; at: number; state: PlatformReply['state'] | 'none' }
  | { do: 'delete'; at: number }
  | { do: 'restore'; at: number }
  | { do: 'repost'; at: number }
  | { do: 'mass-vanish'; keepEvery: number }
  | { do: 'mass-return' }
  | { do: 'malform'; at: number }
  | { do: 'mend' }
  | { do: 'count-lies'; by: number }
  | { do: 'count-true' }
  | { do: 'refuse-cursors' }
  | { do: 'short-pages'; size: number }
  | { do: 'empty-page' }
  | { do: 'token-loop' }
  | { do: 'serve-stale' }
  | { do: 'fail'; times: number; with: Fault };

/** What the harness needs from a platform. */
export interface ModelPlatform {
  /** A call answered that the tokens or the API are revoked. Until the owner acts, we must not call. */
  callsForbidden: boolean;
  /** Calls that the sync must not make, as text. */
  violations: string[];
  /** Number of calls so far. */
  calls: number;
  /** Updates `violations` and `calls`. */
  refresh(): void | Promise<void>;
  /** `presentThroughout` and `mustBeFound` refer to the time since this call. */
  startObserving(): void;
  /** Ids of reviews that existed all the time. */
  presentThroughout(): ReadonlySet<string>;
  /** Reviews whose last change moved them to the top of the list, as they were at the start: a sync has to find them. */
  mustBeFound(): readonly PlatformReview[];
  apply(event: PlatformEvent | ControlCommand): void | Promise<void>;
  /** Applies the event after this many more pages. */
  applyAfterPages(pages: number, event: PlatformEvent): void;
  /** All reviews that the platform shows to the account. */
  listReviews(): PlatformReview[] | Promise<PlatformReview[]>;
  /** Ends all faults, wrong counts and scheduled events. */
  endTrouble(): void | Promise<void>;
  /** The owner is about to authorize again, with the same account or another one with access to the same location. */
  reauthorize(other: boolean): void | Promise<void>;
  /** Advances the test's virtual clock. */
  advanceClock(seconds: number): void | Promise<void>;
}

/** A command for the `/_control` API of a simulator. */
export interface ControlCommand {
  do: 'order';
  order: Record<string, unknown>;
}

export const modelLocation = 'model-place';
/** Part of every text, so that the test can search the log for it. */
export const textMarker = 'zq-text';
