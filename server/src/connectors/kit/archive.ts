/** Reviews in the file that a platform exports for owners: the same reviews as from the API, in another format. */
import type { Platform } from '@kindling/contract/platforms';
import type { PlatformReview } from '../connector.ts';

export interface ReviewArchive {
  platform: Platform;
  /**
   * Reads one item of the export. It gets the same key as from the API, so a review that is read in both ways is stored
   * once. Null when the item is not a review that we can read. Never throws, whatever JSON the item is.
   */
  toReview(item: unknown): PlatformReview | null;
  /** The key of a review, from its platform name in a table; null when the value is not such a name. */
  externalIdOf(name: string): string | null;
  /** Separates the platform's machine translation from the text of a cell. */
  splitTranslation(text: string | null): { text: string | null; translation: string | null };
  /** True for the placeholder that the platform shows for an anonymous author, in any language of ours. */
  isAnonymousAuthor(name: string): boolean;
  /** The external id of the listing that a key belongs to. */
  listingIdOf(key: string): string;
}
