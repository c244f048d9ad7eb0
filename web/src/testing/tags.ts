/** For component tests only: a tag. */
import type { ReviewTag } from '@kindling/contract/tags';

export function makeTag(changes: Partial<ReviewTag> = {}): ReviewTag {
  return {
    id: '0199f000-0000-7000-8000-000000000101',
    name: 'Delivery',
    color: 'blue',
    rule: null,
    reviewCount: 3,
    run: null,
    runFailed: false,
    ...changes,
  };
}
