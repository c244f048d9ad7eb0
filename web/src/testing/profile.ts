/** For component tests only: the profile of the person of `makeUser`. */
import type { Profile } from '@kindling/contract/profile';

export const someProfile: Profile = {
  id: '0199f000-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Berg',
  displayName: 'Ada Berg',
  picture: null,
  locale: 'en',
  timeZone: 'UTC',
  accountName: 'Berg',
  alerts: {
    version: 2,
    newReviews: 'low',
    lowStars: 3,
    unrated: false,
    digest: 'daily',
    monthlyReport: true,
    privateFeedback: true,
    connectionTrouble: true,
    assigned: true,
    productNews: false,
    quietHours: null,
  },
  deletionScheduledFor: null,
};
