/** For tests only: what the model test asks of a platform, in memory or over HTTP, and what may happen there. */
import type { PlatformReply, PlatformReview } from '../../connectors/connector.ts';

/** How a platform differs from others in what the engine may rely on. */
export interface Manners {
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
export type Happening =
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
export interface World {
  /** Tokens are dead or the function is gone: from the call that says so until the owner acts, we may not call. */
  silenced: boolean;
  /** Calls that should not have been made, in words. */
  complaints: string[];
  /** Calls so far. */
  calls: number;
  /** Brings complaints and calls up to date. */
  look(): void | Promise<void>;
  /** Ids of reviews that were there and readable at every moment since `beginWatch`. */
  beginWatch(): void;
  stayed(): ReadonlySet<string>;
  /** Reviews whose last change put them at the head of the list, as they were at `beginWatch`: a reading finds them. */
  findable(): readonly PlatformReview[];
  happen(happening: Happening | Order): void | Promise<void>;
  /** Lets it happen right after that many further pages were read. */
  happenAfter(pages: number, happening: Happening): void;
  /** What the platform shows, read as the account may read it. */
  living(): PlatformReview[] | Promise<PlatformReview[]>;
  /** All trouble and lies end, also those that were still to come. */
  calm(): void | Promise<void>;
  /** The owner is about to authorise anew, with the account of before or another one that reaches the same place. */
  authorised(other: boolean): void | Promise<void>;
  /** The virtual clock of the test goes on. */
  pass(seconds: number): void | Promise<void>;
}

/** An order to a platform that is a program: what its `/_control` takes. */
export interface Order {
  do: 'order';
  order: Record<string, unknown>;
}

export const modelPlace = 'model-place';
/** Stands in every text, so that a log can be searched for it. */
export const textMark = 'zq-text';
