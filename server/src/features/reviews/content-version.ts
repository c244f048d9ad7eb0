import { createHash } from 'node:crypto';

/** A short hash of what a reply answers. Its author names the one that they read, so that an edit cannot slip past them. */
export function contentVersion(review: {
  text: string | null;
  rating: number | null;
  recommendation: string | null;
}): string {
  const content = JSON.stringify([review.text, review.rating, review.recommendation]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
