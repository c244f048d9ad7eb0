/** Layouts with all their reviews side by side or below each other, so that visitors can search and order them. */
import type { EmbedLayout } from '@kindling/contract/embed-settings';

const layouts: ReadonlySet<EmbedLayout> = new Set(['list', 'grid', 'masonry', 'wall']);

export function layoutHasTools(layout: EmbedLayout): boolean {
  return layouts.has(layout);
}
