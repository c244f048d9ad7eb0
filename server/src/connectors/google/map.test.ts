import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseItems } from '../kit/items.ts';
import { splitTranslation, toListing, toReview } from './map.ts';
import * as wire from './wire.ts';

const listing = {
  externalId: '6394464039148850881',
  resourceName: 'accounts/1/locations/6394464039148850881',
};

/** From the public test-suite of the Python package by lov3catch (review_detail_response.json). */
const captured = {
  reviewId: 'AbFvOqmDfUP0EhJuYm-w3KXy3gSxYn',
  reviewer: {
    profilePhotoUrl:
      'https://lh3.googleusercontent.com/a-/AOh14Ghk9qWwf0g3ocE_mVJO7lzFcdiNxyYIIlQi9bvKLw=c0x00000000-cc-rp',
    displayName: 'Ihor K',
  },
  starRating: 'FIVE',
  comment: 'Awesome service!',
  createTime: '2021-03-02T10:47:32.807Z',
  updateTime: '2021-03-02T10:47:32.807Z',
  reviewReply: { comment: 'Thx :)', updateTime: '2021-03-02T11:03:45.142Z' },
  name: 'accounts/108494581129006735086/locations/6394464039148850881/reviews/AbFvOqmDfUP0EhJuYm-w3KXy3gSxYn',
};

function mapped(raw: unknown) {
  return toReview(wire.review.parse(raw), listing);
}

describe('a review', () => {
  it('of the public capture keeps every field', () => {
    expect(mapped(captured)).toEqual({
      externalId: '6394464039148850881/AbFvOqmDfUP0EhJuYm-w3KXy3gSxYn',
      resourceName: captured.name,
      authorName: 'Ihor K',
      authorPhotoUrl: captured.reviewer.profilePhotoUrl,
      anonymous: false,
      rating: 5,
      recommendation: null,
      text: 'Awesome service!',
      translation: null,
      writtenAt: new Date('2021-03-02T10:47:32.807Z'),
      editedAt: null,
      reply: { text: 'Thx :)', at: new Date('2021-03-02T11:03:45.142Z'), state: 'published', reason: null },
      permalink: null,
      mediaCount: 0,
    });
  });

  it('of the second public capture has no reply when it is null', () => {
    expect(mapped({ ...captured, reviewReply: null }).reply).toBeNull();
  });

  it.each(['\u0000', '\ud800', '\\', ' '])(
    'whose resource name contains %j gets a resource name that we build',
    (odd) => {
      const name = `${captured.name}${odd}`;
      expect(mapped({ ...captured, name }).resourceName).toBe(
        `${listing.resourceName}/reviews/${captured.reviewId}`,
      );
    },
  );

  it('has the same key when another account reads it', () => {
    const other = { ...captured, name: captured.name.replace('108494581129006735086', '2') };
    expect(mapped(other).externalId).toBe(mapped(captured).externalId);
  });

  it('needs only an id and a time; all defaults may be absent or null', () => {
    const bare = { reviewId: 'r', createTime: '2026-01-01T00:00:00Z' };
    const nulls = { ...Object.fromEntries(Object.keys(captured).map((key) => [key, null])), ...bare };
    for (const raw of [bare, nulls]) {
      expect(mapped(raw)).toMatchObject({
        resourceName: `${listing.resourceName}/reviews/r`,
        authorName: null,
        rating: null,
        text: null,
        reply: null,
        editedAt: null,
      });
    }
  });

  it('of an anonymous author has no name and no photo', () => {
    const reviewer = { ...captured.reviewer, isAnonymous: true };
    expect(mapped({ ...captured, reviewer })).toMatchObject({
      authorName: null,
      authorPhotoUrl: null,
      anonymous: true,
    });
  });

  it.each([
    ['ONE', 1],
    ['THREE', 3],
    ['STAR_RATING_UNSPECIFIED', null],
    ['SIX', null],
    ['toString', null],
  ])('SYN-14 reads the rating %s as %s', (starRating, rating) => {
    expect(mapped({ ...captured, starRating }).rating).toBe(rating);
  });

  it('is edited when its update time is later than its creation time', () => {
    expect(mapped({ ...captured, updateTime: '2021-04-01T00:00:00Z' }).editedAt).toEqual(
      new Date('2021-04-01T00:00:00Z'),
    );
    expect(mapped({ ...captured, updateTime: '2020-01-01T00:00:00Z' }).editedAt).toBeNull();
  });

  it('has the number of media, and ignores links and photos that are not https', () => {
    const raw = {
      ...captured,
      reviewer: { displayName: 'x', profilePhotoUrl: 'javascript:alert(1)' },
      reviewMediaItems: [{ thumbnailUrl: 'https://a.example' }, null],
      reviewReplyUrl: 'https://business.google.com/reply',
    };
    expect(mapped(raw)).toMatchObject({ mediaCount: 2, authorPhotoUrl: null, permalink: null });
  });

  it('keeps hostile text unchanged, apart from characters that cannot be stored', () => {
    const comment = '<img src=x onerror=alert(1)> \u202egnp.exe {{7*7}} =1+1';
    expect(mapped({ ...captured, comment }).text).toBe(comment);
    expect(mapped({ ...captured, comment: 'a\0\ud800\r\nb' }).text).toBe('a\ufffd\nb');
    expect(mapped({ ...captured, comment: '\0' }).text).toBeNull();
    const long = mapped({ ...captured, comment: 'ä'.repeat(1_000_000) }).text ?? '';
    expect(Buffer.byteLength(long)).toBe(100_000);
  });

  it.each([
    [undefined, 'published', null],
    ['APPROVED', 'published', null],
    ['REVIEW_REPLY_STATE_UNSPECIFIED', 'published', null],
    ['PENDING', 'sending', null],
    ['REJECTED', 'failed', 'OFF_TOPIC'],
    ['IN_APPEAL', 'sending', null],
  ])('SYN-14 reads the reply state %s as %s', (reviewReplyState, state, reason) => {
    const reviewReply = { ...captured.reviewReply, reviewReplyState, policyViolation: 'OFF_TOPIC' };
    expect(mapped({ ...captured, reviewReply }).reply).toMatchObject({ state, reason });
  });

  it('SYN-13 any JSON in any member is parsed or skipped, and what is parsed can be mapped', () => {
    const key = fc.constantFrom(...Object.keys(captured));
    fc.assert(
      fc.property(key, fc.jsonValue(), (member, value) => {
        const { items, skipped } = parseItems(wire.review, [{ ...captured, [member]: value }, captured]);
        expect(items.length + skipped.length).toBe(2);
        expect(items.map((item) => toReview(item, listing).externalId)).toContain(
          mapped(captured).externalId,
        );
      }),
    );
  });
});

describe('a machine translation', () => {
  it.each([
    ['(Translated by Google) Great\n\n(Original)\nToll', 'Toll', 'Great'],
    ['Toll\n\n(Translated by Google)\nGreat', 'Toll', 'Great'],
    ['Toll\n\nsehr\n\n(Translated by Google)\nGreat\n\nvery', 'Toll\n\nsehr', 'Great\n\nvery'],
    ['(Translated by Google) Great (Original) Toll', 'Toll', 'Great'],
    ['(Translated by Google) Great\n(Original) Toll\n\nsehr', 'Toll\n\nsehr', 'Great'],
    ['(Translated by Google) A (Original) idea\n\n(Original)\nEine Idee', 'Eine Idee', 'A (Original) idea'],
    ['I like (Original) it', 'I like (Original) it', null],
    ['(Translated by Google) only this', '(Translated by Google) only this', null],
    ['I like (Translated by Google)', 'I like (Translated by Google)', null],
    ['\n\n(Translated by Google)\nx', '\n\n(Translated by Google)\nx', null],
    ['(Original)\nx', '(Original)\nx', null],
  ])('in %j is separated from the text', (comment, text, translation) => {
    expect(splitTranslation(comment)).toEqual({ text, translation });
  });

  it('is found with CRLF line breaks, and in a reply', () => {
    const comment = 'Toll\r\n\r\n(Translated by Google)\r\nGreat';
    const review = mapped({ ...captured, comment, reviewReply: { comment } });
    expect(review).toMatchObject({ text: 'Toll', translation: 'Great', reply: { text: 'Toll' } });
  });
});

describe('a location', () => {
  const location = {
    name: 'locations/6394464039148850881',
    title: 'Café Linden',
    storefrontAddress: {
      regionCode: 'de',
      postalCode: '04109',
      locality: 'Leipzig',
      addressLines: ['Markt 1'],
    },
    metadata: {
      placeId: 'ChIJ a&b',
      mapsUri: 'https://maps.google.com/?cid=1',
      newReviewUri: 'https://search.google.com/local/writereview?placeid=ChIJ',
      hasVoiceOfMerchant: true,
    },
  };
  const listed = (raw: unknown) => toListing(wire.location.parse(raw), 'accounts/1');

  it('becomes a listing', () => {
    expect(listed(location)).toEqual({
      externalId: '6394464039148850881',
      resourceName: 'accounts/1/locations/6394464039148850881',
      name: 'Café Linden',
      address: 'Markt 1, 04109 Leipzig',
      country: 'DE',
      mapsUrl: 'https://maps.google.com/?cid=1',
      writeReviewUrl: 'https://search.google.com/local/writereview?placeid=ChIJ',
      readable: true,
      state: 'ok',
    });
  });

  it.each([
    [{ openInfo: { status: 'CLOSED_PERMANENTLY' } }, 'closed'],
    [{ openInfo: { status: 'CLOSED_TEMPORARILY' } }, 'ok'],
    [{ openInfo: { status: 'NEW_MEMBER' } }, 'ok'],
    [{ openInfo: 'odd' }, 'ok'],
    [{ metadata: { hasVoiceOfMerchant: false } }, 'unverified'],
    [{ metadata: {} }, 'unverified'],
    [{ metadata: { placeId: 'x' } }, undefined],
    [{ metadata: null }, undefined],
    [{ metadata: { hasVoiceOfMerchant: false }, openInfo: { status: 'CLOSED_PERMANENTLY' } }, 'closed'],
  ])('location-closed/unverified: with %j its state is %s', (changes, state) => {
    expect(listed({ ...location, ...changes }).state).toBe(state);
  });

  it('has a write-review link from its place id, and none without one', () => {
    const metadata = { ...location.metadata, newReviewUri: 'http://insecure.example' };
    expect(listed({ ...location, metadata }).writeReviewUrl).toBe(
      'https://search.google.com/local/writereview?placeid=ChIJ+a%26b',
    );
    expect(listed({ name: location.name }).writeReviewUrl).toBeNull();
  });

  it.each([
    [{ hasVoiceOfMerchant: false, placeId: 'x' }, false],
    [{ hasVoiceOfMerchant: true }, true],
    [{ placeId: 'x' }, true],
    [{ placeId: 'x', duplicateLocation: 'locations/1' }, false],
    [{}, false],
    [undefined, true],
  ])('with metadata %j can be read: %s', (metadata, readable) => {
    expect(listed({ ...location, metadata }).readable).toBe(readable);
  });

  it('without a title is named by its id, and has a map link over https only', () => {
    expect(listed({ name: 'locations/7', metadata: { mapsUri: 'javascript:1' } })).toMatchObject({
      name: '7',
      address: null,
      country: null,
      mapsUrl: null,
    });
  });
});
