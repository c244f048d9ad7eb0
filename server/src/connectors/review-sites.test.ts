import { expect, test } from 'vitest';
import { knownReviewSites } from './kit/known-review-sites.ts';
import { reviewSites } from './registry.ts';

const { readReviewAddress, isReviewAddress } = reviewSites;
const id = 'ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ';
const form = `https://search.google.com/local/writereview?placeid=${id}`;

test.each([
  ['a place id', id, form],
  ['a place id between spaces', `  ${id}\n`, form],
  ['the review form', form, form],
  ['the review form with more behind it', `${form}&source=g.page.m&hl=de#x`, form],
  ['an address without a scheme', `search.google.com/local/writereview?placeid=${id}`, form],
  ['an address with http', form.replace('https', 'http'), form],
  ['a short address', 'https://g.page/r/CVLsP9SeovWkEBM/review', 'https://g.page/r/CVLsP9SeovWkEBM/review'],
  ['a short address of the profile', 'g.page/r/CVLsP9SeovWkEBM', 'https://g.page/r/CVLsP9SeovWkEBM/review'],
  [
    'a place on the map by its id',
    `https://www.google.com/maps/search/?api=1&query=x&query_place_id=${id}`,
    form,
  ],
  ['a place on the map by a search', `https://www.google.de/maps?q=place_id:${id}`, form],
  // The two numbers of server/src/connectors/google/captures/locations.json: its id and its `cid` agree on the second.
  [
    'a place on the map by its numbers',
    'https://www.google.com/maps/place/Name/@1,2,17z/data=!3m1!4b1!4m6!3m5!1s0x808fbb39dda2c9fd:0xa4f5a29ed43fec52!8m2',
    form,
  ],
])('reads %s of Google', (_what, pasted, url) => {
  expect(readReviewAddress(pasted)).toEqual({ source: 'google', label: 'Google', url });
});

test.each([
  ['https://www.facebook.com/harborcafe', 'harborcafe'],
  ['https://m.facebook.com/harborcafe/reviews/?ref=page_internal', 'harborcafe'],
  ['facebook.com/harborcafe/', 'harborcafe'],
  ['https://www.facebook.com/profile.php?id=100064000000001&sk=reviews', '100064000000001'],
  ['https://www.facebook.com/pages/Harbor/123456789', '123456789'],
  ['https://www.facebook.com/p/Harbor-Cafe-100064000000001/', '100064000000001'],
])('reads the Facebook page %s', (pasted, page) => {
  expect(readReviewAddress(pasted)).toEqual({
    source: 'facebook',
    label: 'Facebook',
    url: `https://www.facebook.com/${page}/reviews`,
  });
});

test.each([
  ['https://www.yelp.com/writeareview/biz/abc', 'Yelp'],
  ['de.trustpilot.com/evaluate/harbor.example', 'Trustpilot'],
  ['https://www.tripadvisor.rs/UserReviewEdit-g1-d2', 'Tripadvisor'],
  ['https://www.yelp.com/writeareview/biz/way-out-cafe-far-away?osq=4.5/5&sort=date:desc', 'Yelp'],
  ['https://www.trustpilot.com/evaluate/lookout?domain=harbor.example', 'Trustpilot'],
  ['https://www.paginasamarillas.es/f/harbor.html', 'Páginas Amarillas'],
  ['https://trustedtraders.which.co.uk/businesses/harbor', 'Which? Trusted Traders'],
])('knows the site of %s', (pasted, label) => {
  expect(readReviewAddress(pasted)).toMatchObject({ source: null, label });
});

test.each([
  ['', 'not-an-address'],
  ['Harbor Café', 'not-an-address'],
  ['javascript:alert(1)', 'not-an-address'],
  ['data:text/html,x', 'not-an-address'],
  ['ftp://www.yelp.com/x', 'not-an-address'],
  ['//www.yelp.com/x', 'not-an-address'],
  ['https://user@www.yelp.com/x', 'not-an-address'],
  ['https://www.yelp.com@evil.example/', 'not-an-address'],
  ['https://www.yelp.com:8443/x', 'not-an-address'],
  ['https://www.yelp.com\\@evil.example/', 'not-an-address'],
  ['https://www.yelp.com/\u202Ex', 'not-an-address'],
  ['https://www.ye\nlp.com/x', 'not-an-address'],
  ['https://127.0.0.1/x', 'not-an-address'],
  ['https://2130706433/x', 'not-an-address'],
  ['https://[::1]/x', 'not-an-address'],
  ['https://localhost/x', 'not-an-address'],
  [`https://www.yelp.com/${'a'.repeat(2000)}`, 'not-an-address'],
  ['https://evil.example/https://www.yelp.com', 'host'],
  ['https://www.yelp.com.evil.example/x', 'host'],
  ['https://notyelp.com/x', 'host'],
  ['https://уelp.com/x', 'host'],
  ['https://search.google.com.evil.example/local/writereview', 'host'],
  ['https://sites.google.com/view/harbor', 'host'],
  ['https://l.facebook.com/l.php?u=https://evil.example', 'host'],
  ['https://search.google.com/local/reviews?placeid=x', 'not-for-reviews'],
  ['https://search.google.com/local/writereview?placeid=%3Cscript%3E', 'not-for-reviews'],
  ['https://www.google.com/search?q=harbor', 'not-for-reviews'],
  ['https://www.google.com/url?q=https://evil.example', 'not-for-reviews'],
  ['https://maps.app.goo.gl/abc', 'short-link'],
  ['https://goo.gl/maps/abc', 'short-link'],
  ['share.google/abc', 'short-link'],
  ['https://www.facebook.com/', 'not-for-reviews'],
  ['https://www.facebook.com/groups/1', 'not-for-reviews'],
  ['https://www.facebook.com/l.php?u=https://evil.example', 'not-for-reviews'],
  ['https://www.facebook.com/%2e%2e%2fx', 'not-for-reviews'],
  ['https://www.yelp.com/biz_redir?url=https%3A%2F%2Fevil.example', 'not-for-reviews'],
  ['https://www.yelp.com/redir?url=%0ahttps://evil.example', 'not-for-reviews'],
  ['https://www.yelp.com/biz_redir?url=evil.example%2Fa', 'not-for-reviews'],
  ['https://www.yelp.com/biz_redir?url=evil.example', 'not-for-reviews'],
  ['https://www.yelp.com/%72edirect/', 'not-for-reviews'],
  ['https://www.yelp.com/away.php?to=1', 'not-for-reviews'],
  ['https://www.yelp.com/Out/evil.example', 'not-for-reviews'],
  ['https://www.yelp.com/x?url=%20https://evil.example', 'not-for-reviews'],
  ['https://www.yelp.com/x?url=ht%09tps://evil.example', 'not-for-reviews'],
  ['https://www.yelp.com/x?url=https%253A%252F%252Fevil.example', 'not-for-reviews'],
  ['https://www.yelp.com/x?url=https:evil.example', 'not-for-reviews'],
  ['https://www.yelp.com/x?url=%5C%5Cevil.example', 'not-for-reviews'],
  ['https://www.yelp.com/x?url=evil.example/a', 'not-for-reviews'],
])('refuses %j: %s', (pasted, problem) => {
  expect(readReviewAddress(pasted)).toEqual({ problem });
});

test('takes the site of the business, and shows a name in other letters with punycode', () => {
  const own = ['www.harbor.example', 'xn--caf-dma.example'];
  expect(readReviewAddress('https://harbor.example/reviews', own)).toEqual({
    source: null,
    label: 'harbor.example',
    url: 'https://harbor.example/reviews',
  });
  expect(readReviewAddress('https://café.example/', own)).toMatchObject({ label: 'xn--caf-dma.example' });
  expect(readReviewAddress('https://sub.harbor.example/', own)).toEqual({ problem: 'host' });
});

test('accepts a stored address only as it was returned', () => {
  expect(isReviewAddress(form, [])).toBe(true);
  expect(isReviewAddress(id, [])).toBe(false);
  expect(isReviewAddress(`${form}&hl=de`, [])).toBe(false);
  expect(isReviewAddress('http://www.yelp.com/x', [])).toBe(false);
  expect(isReviewAddress('https://www.yelp.com/x', [])).toBe(true);
  expect(isReviewAddress('https://harbor.example/x', [])).toBe(false);
  expect(isReviewAddress('https://harbor.example/x', ['harbor.example'])).toBe(true);
});

test('names the platforms', () => {
  expect(reviewSites.labelOf('facebook')).toBe('Facebook');
  expect(reviewSites.labelOf('import')).toBe('');
});

test('every known site is named once, with host names that an address can have', () => {
  expect(knownReviewSites.length).toBeGreaterThanOrEqual(50);
  const domains = knownReviewSites.flatMap((site) => site.domains);
  expect(new Set(domains).size).toBe(domains.length);
  for (const { label, domains: own } of knownReviewSites)
    for (const domain of own) {
      const url = `https://${domain}/review`;
      expect(readReviewAddress(url)).toEqual({ source: null, label, url });
    }
});
