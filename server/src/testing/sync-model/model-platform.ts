/** For tests only: what the model test asks of a platform, in memory or over HTTP, and what may happen there. */
import type { PlatformReply, PlatformReview } from '../../connectors/connector.ts';

/** How a platform differs from others in what the engine may rely on. */
export interface PlatformBehavior {
  editsFirst: boolean;
  /** `partial` names no author; `none` has no look-up. */
  lookUp: 'whole' | 'partial' | 'none';
}

/** Trouble of one call. `seconds` is what a 429 names: a number, or nothing. */
export type Fault =
  | { fault: 'busy'; seconds: number | null; reach: 'platform' | 'listing' }
  | { fault: 'down' }
  | { fault: 'broken' }
  | { fault: 'gone' }
  | { fault: 'unverified' }
  | { fault: 'revoked' }
  | { fault: 'withdrawn' }
  | { fault: 'not-approved' }
  | { fault: 'ease-off'; seconds: number };

/** What happens at the platform; `at` picks a review among those there are, by its remainder. */
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

/** What the shop needs of a platform, in memory or over HTTP. */
export interface ModelPlatform {
  /** Tokens are dead or the function is gone: from the call that says so until the owner acts, we may not call. */
  callsForbidden: boolean;
  /** Calls that should not have been made, in words. */
  violations: string[];
  /** Calls so far. */
  calls: number;
  /** Brings complaints and calls up to date. */
  refresh(): void | Promise<void>;
  /** Ids of reviews that were there and readable at every moment since `beginWatch`. */
  startObserving(): void;
  presentThroughout(): ReadonlySet<string>;
  /** Reviews whose last change put them at the head of the list, as they were at `beginWatch`: a reading finds them. */
  mustBeFound(): readonly PlatformReview[];
  apply(happening: PlatformEvent | ControlCommand): void | Promise<void>;
  /** Lets it happen right after that many further pages were read. */
  applyAfterPages(pages: number, happening: PlatformEvent): void;
  /** What the platform shows, read as the account may read it. */
  listReviews(): PlatformReview[] | Promise<PlatformReview[]>;
  /** All trouble and lies end, also those that were still to come. */
  endTrouble(): void | Promise<void>;
  /** The owner is about to authorise anew, with the account of before or another one that reaches the same place. */
  reauthorize(other: boolean): void | Promise<void>;
  /** The virtual clock of the test goes on. */
  advanceClock(seconds: number): void | Promise<void>;
}

/** An order to a platform that is a program: what its `/_control` takes. */
export interface ControlCommand {
  do: 'order';
  order: Record<string, unknown>;
}

export const modelLocation = 'model-place';
/** Stands in every text, so that a log can be searched for it. */
export const textMarker = 'zq-text';
