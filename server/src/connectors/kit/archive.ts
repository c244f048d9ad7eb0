/** Reviews in the file that a platform hands its owners on request: the same reviews as its interface, other wrapping. */
import type { Platform } from '@kindling/contract/platforms';
import type { PlatformReview } from '../connector.ts';

export interface ReviewArchive {
  platform: Platform;
  /**
   * Reads one item of the archive's list. Its key is that of the interface, so a review that came both ways is one.
   * Null when it is no review that we can read. Never throws, whatever JSON the item is.
   */
  toReview(item: unknown): PlatformReview | null;
  /** The key of a review whose name at the platform a table tells; null when the value is no such name. */
  externalIdOf(name: string): string | null;
  /** Takes the platform's machine translation out of a cell; a text that holds none is its own. */
  splitTranslation(text: string | null): { text: string | null; translation: string | null };
  /** True for the name that the platform shows where an author has none, in any language of ours. */
  isAnonymousAuthor(name: string): boolean;
  /** The listing (its external id) that a key belongs to. */
  listingIdOf(key: string): string;
}
