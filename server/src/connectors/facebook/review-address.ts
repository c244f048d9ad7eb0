import type { ReviewAddresses } from '../kit/review-addresses.ts';

/** First parts of a path that are no page of a business. */
const reserved = new Set(
  (
    'ads business dialog events gaming groups hashtag help home l.php login marketplace messages notifications people photo ' +
    'photo.php photos plugins policies privacy reel reels search settings share share.php sharer sharer.php stories ' +
    'story.php v2.0 video videos watch'
  ).split(' '),
);
const pageName = /^[A-Za-z0-9.\-_]{2,120}$/;

/** @param page id or name of a Facebook page */
export function pageReviewsUrl(page: string): string {
  return `https://www.facebook.com/${page}/reviews`;
}

export const facebookReviewAddresses: ReviewAddresses = {
  source: 'facebook',
  label: 'Facebook',
  hosts: ['facebook.com', 'www.facebook.com', 'm.facebook.com', 'web.facebook.com', 'fb.com', 'www.fb.com'],
  readId: () => null,
  readUrl(url) {
    const [page = '', second = '', third = ''] = url.pathname.split('/').slice(1);
    if (page === 'profile.php') {
      const id = url.searchParams.get('id') ?? '';
      return /^\d{5,25}$/.test(id) ? pageReviewsUrl(id) : null;
    }
    // Old pages have their number last: /pages/<name>/<number>.
    if (page === 'pages' || page === 'p') {
      const id = page === 'pages' ? third : (/-(\d{5,25})$/.exec(second)?.[1] ?? '');
      return /^\d{5,25}$/.test(id) ? pageReviewsUrl(id) : null;
    }
    return pageName.test(page) && !reserved.has(page.toLowerCase()) ? pageReviewsUrl(page) : null;
  },
};
