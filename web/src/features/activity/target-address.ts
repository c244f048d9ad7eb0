import type { ActivityTarget } from '@kindling/contract/activity';
import { pathOf } from '@kindling/contract/screens';

/** Where the app shows what an entry is about; null for what has no page of its own. */
export function addressOf({ kind, id }: { kind: ActivityTarget; id: string }): string | null {
  switch (kind) {
    case 'widget':
      return pathOf('widgetEditor').replace(':widgetID', id);
    case 'badge':
      return pathOf('badgeEditor').replace(':badgeID', id);
    case 'code':
      return pathOf('qrCode').replace(':qrID', id);
    case 'review':
      return `${pathOf('reviews')}?review=${id}`;
    case 'business':
    case 'location':
      return pathOf('businesses');
    case 'connection':
    case 'listing':
      return pathOf('connections');
    case 'pipeline':
    case 'review-request':
    case 'feedback':
      return pathOf('reviewPipeline');
    case 'member':
    case 'invitation':
      return `${pathOf('profile')}#team`;
    case 'tag':
    case 'reply-template':
    case 'saved-view':
      return pathOf('reviews');
  }
}
