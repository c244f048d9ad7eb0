import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseItems } from '../kit/items.ts';
import { toListing, toReview } from './map.ts';
import * as wire from './wire.ts';

const pageId = '487120935561204';
const mapped = (raw: unknown) => toReview(wire.rating.parse(raw), pageId);

/** From the public test-suite of RestFB (v3_1/opengraphrating-recommendation.json). */
const recommendation = {
  open_graph_story: {
    start_time: '2018-07-07T04:35:18+0000',
    type: 'sellers.rates',
    data: { rating: { value: 5, scale: 5 }, is_hidden: false, recommendation_type: 'positive' },
    id: '10150030749305470',
  },
  created_time: '2018-07-07T04:35:18+0000',
  rating: 5,
  has_rating: true,
  has_review: false,
  recommendation_type: 'positive',
};

/** From the same suite (v2_5/open-graph-rating-simple.json): a star rating from before recommendations. */
const starRating = {
  open_graph_story: { message: 'Ziemlich cool', type: 'places.rates', id: '8473635262' },
  created_time: '2014-09-04T10:43:20+0000',
  has_rating: true,
  has_review: true,
  rating: 4,
  review_text: 'Ziemlich cool',
  reviewer: { name: 'Test User', id: '987654321324' },
};

describe('a rating', () => {
  it('fb-null-rating: the public recommendation stays a recommendation, without stars', () => {
    expect(mapped(recommendation)).toEqual({
      externalId: '10150030749305470',
      resourceName: '10150030749305470',
      authorName: null,
      authorPhotoUrl: null,
      anonymous: true,
      rating: null,
      recommendation: 'positive',
      text: null,
      translation: null,
      writtenAt: new Date('2018-07-07T04:35:18Z'),
      editedAt: null,
      reply: null,
      permalink: 'https://www.facebook.com/10150030749305470',
      mediaCount: 0,
    });
  });

  it('the public star rating keeps its stars', () => {
    expect(mapped(starRating)).toMatchObject({
      externalId: '8473635262',
      authorName: 'Test User',
      anonymous: false,
      rating: 4,
      recommendation: null,
      text: 'Ziemlich cool',
      writtenAt: new Date('2014-09-04T10:43:20Z'),
    });
  });

  it('takes stars, kind and text from the story where the rating does not have them', () => {
    const told = (data: unknown, message?: string) => {
      const { rating: _rating, review_text: _text, ...rest } = starRating;
      const review = mapped({ ...rest, open_graph_story: { id: '8473635262', message, data } });
      return [review.rating, review.recommendation, review.text];
    };
    expect(told({ rating: { value: 5, scale: 5 } }, 'Ziemlich cool')).toEqual([5, null, 'Ziemlich cool']);
    expect(told({ rating: { value: 5, scale: 5 }, recommendation_type: 'negative' })).toEqual([
      null,
      'negative',
      null,
    ]);
    expect(told({ rating: { value: 8, scale: 10 } })).toEqual([null, null, null]);
    expect(told({ rating: { value: 4, scale: 10 } })).toEqual([null, null, null]);
    expect(told('strange')).toEqual([null, null, null]);
  });

  it.each([
    ['negative', 1, null, 'negative'],
    ['neutral', 3, null, null],
    ['constructor', 3, null, null],
    [null, 0, null, null],
    [null, 6, null, null],
    [null, 4.5, null, null],
    [undefined, 1, 1, null],
  ])('SYN-14 type %s with number %s has stars %s and recommendation %s', (type, number, rating, kind) => {
    const review = mapped({ ...starRating, recommendation_type: type, rating: number });
    expect([review.rating, review.recommendation]).toEqual([rating, kind]);
  });

  it('has a key of author and time without a story, and of time and text without an author', () => {
    const { open_graph_story: _story, ...bare } = starRating;
    const { reviewer: _reviewer, ...barest } = bare;
    const keyOf = (raw: object) => mapped(raw).externalId;
    expect(keyOf(bare)).toMatch(/^487120935561204\/[0-9a-f]{64}$/);
    expect(mapped(bare)).toMatchObject({ resourceName: null, permalink: null });
    expect(keyOf({ ...bare, review_text: 'edited' })).toBe(keyOf(bare));
    expect(keyOf({ ...bare, created_time: '2014-09-04T12:43:20+0200' })).toBe(keyOf(bare));
    expect(keyOf({ ...bare, created_time: '2014-09-04T10:43:21+0000' })).not.toBe(keyOf(bare));
    expect(keyOf({ ...bare, reviewer: { id: '1' } })).not.toBe(keyOf(bare));
    expect(keyOf({ ...barest, review_text: 'other' })).not.toBe(keyOf(barest));
    expect(toReview(wire.rating.parse(bare), 'another-page').externalId).not.toBe(keyOf(bare));
  });

  it('has a link only if the id of its story is a number', () => {
    const link = (id: string) => mapped({ ...starRating, open_graph_story: { id } }).permalink;
    expect(link('12_34')).toBe('https://www.facebook.com/12_34');
    expect(link('abc')).toBeNull();
  });

  it('has the page’s newest comment as its reply, and nobody else’s comment', () => {
    const comment = (message: string | undefined, id: string | null, created_time?: string) => ({
      message,
      from: { id },
      created_time,
    });
    const withComments = (data: unknown[]) =>
      mapped({ ...starRating, open_graph_story: { id: '1', comments: { data } } }).reply;
    const first = comment('Danke', pageId, '2014-09-05T10:00:00+0000');
    const second = comment('Danke!', pageId, '2014-09-06T10:00:00+0000');
    const other = comment('Me too', '5', '2014-09-07T10:00:00+0000');
    expect(withComments([first, second, other])).toEqual({
      text: 'Danke!',
      at: new Date('2014-09-06T10:00:00Z'),
      state: 'published',
      reason: null,
    });
    expect(withComments([other, comment('', pageId), comment('x', null)])).toBeNull();
    expect(withComments([comment('Danke', pageId)])?.at).toBeNull();
  });

  it('has the author’s picture over https only', () => {
    const pictured = (url: string) =>
      mapped({ ...starRating, reviewer: { name: 'x', picture: { data: { url } } } }).authorPhotoUrl;
    expect(pictured('https://scontent.example/p.jpg')).toBe('https://scontent.example/p.jpg');
    expect(pictured('http://scontent.example/p.jpg')).toBeNull();
  });

  it('keeps hostile text unchanged', () => {
    const review_text = '</script><svg onload=alert(1)> \u202e \n\n(Translated by Google)\nx';
    expect(mapped({ ...starRating, review_text }).text).toBe(review_text);
  });

  it('SYN-13 any JSON in any member is parsed or skipped, and what is parsed can be mapped', () => {
    const full = { ...starRating, recommendation_type: 'positive' };
    const key = fc.constantFrom(...Object.keys(full));
    fc.assert(
      fc.property(key, fc.jsonValue(), (member, value) => {
        const { items, skipped } = parseItems(wire.rating, [{ ...full, [member]: value }, full]);
        expect(items.length + skipped.length).toBe(2);
        expect(items.map((item) => toReview(item, pageId).externalId)).toContain('8473635262');
      }),
    );
  });
});

describe('a Facebook page', () => {
  const page = { id: pageId, name: 'Linden', access_token: 'EAAB', tasks: ['ANALYZE', 'MODERATE'] };
  const listed = (raw: unknown) => toListing(wire.page.parse(raw));

  it('becomes a listing', () => {
    const location = { street: 'Markt 1', zip: '04109', city: 'Leipzig', country: 'Germany' };
    expect(listed({ ...page, location })).toEqual({
      externalId: pageId,
      resourceName: pageId,
      name: 'Linden',
      address: 'Markt 1, 04109 Leipzig, Germany',
      country: null,
      mapsUrl: null,
      writeReviewUrl: `https://www.facebook.com/${pageId}/reviews`,
      readable: true,
      state: 'ok',
    });
    expect(listed({ ...page, is_permanently_closed: true }).state).toBe('closed');
    expect(listed({ ...page, location: 'odd' }).address).toBeNull();
  });

  it.each([
    [{ tasks: ['ANALYZE'] }, false],
    [{ tasks: ['PROFILE_PLUS_FULL_CONTROL'] }, true],
    [{ tasks: undefined }, true],
    [{ access_token: undefined }, false],
  ])('with %j can be read: %s', (change, readable) => {
    expect(listed({ ...page, ...change }).readable).toBe(readable);
  });
});
