import { describe, expect, test } from 'vitest';
import { toReview } from './map.ts';
import { googleArchive } from './takeout.ts';
import { review } from './wire.ts';

const item = {
  reviewer: { displayName: 'Ana' },
  starRating: 'FOUR',
  comment: '(Translated by Google) Very good\n\n(Original)\nVrlo dobro',
  createTime: '2024-03-01T10:00:00.123456Z',
  updateTime: '2024-03-02T10:00:00Z',
  reviewReply: { comment: 'Hvala', updateTime: '2024-03-03T10:00:00Z' },
  name: 'accounts/11/locations/22/reviews/AbC-_9',
};

describe('Takeout', () => {
  test('a review is the same as one from the API', () => {
    const sent = review.parse({ ...item, reviewId: 'AbC-_9' });
    expect(googleArchive.toReview(item)).toEqual(
      toReview(sent, { externalId: '22', resourceName: 'accounts/11/locations/22' }),
    );
    expect(googleArchive.toReview(item)).toMatchObject({
      externalId: '22/AbC-_9',
      authorName: 'Ana',
      rating: 4,
      text: 'Vrlo dobro',
      translation: 'Very good',
      reply: { text: 'Hvala', state: 'published' },
    });
  });

  test('hostile text is kept, without characters that cannot be stored', () => {
    const odd = { ...item, comment: 'a\u0000\ud800\r\n<b>', reviewer: { displayName: '\u0000\u202eevil' } };
    expect(googleArchive.toReview(odd)).toMatchObject({ text: 'a\ufffd\n<b>', authorName: '\u202eevil' });
  });

  test.each([
    null,
    'text',
    [],
    {},
    { ...item, name: undefined },
    { ...item, name: 'accounts/11/locations/22/reviews/../x' },
    { ...item, name: 'locations/22/reviews/x' },
    { ...item, createTime: 'yesterday' },
    { ...item, createTime: '0000-01-01T00:00:00Z' },
  ])('%j is not a review', (odd) => {
    expect(googleArchive.toReview(odd)).toBeNull();
  });

  test('a review name in a table gives the same key', () => {
    expect(googleArchive.externalIdOf(` ${item.name} `)).toBe('22/AbC-_9');
    expect(googleArchive.externalIdOf('AbC-_9')).toBeNull();
    expect(googleArchive.listingIdOf('22/AbC-_9')).toBe('22');
  });

  test.each([
    ['(Translated by Google) Good\n\n(Original)\nGut', 'Gut', 'Good'],
    ['(Translated by Google) Good (Original) Gut', 'Gut', 'Good'],
    ['Gut\n\n(Translated by Google)\nGood', 'Gut', 'Good'],
    ['Gut (Translated by Google) Good', 'Gut', 'Good'],
    ['(Translated by Google) Good', '(Translated by Google) Good', null],
    ['Gut', 'Gut', null],
    [null, null, null],
  ])('the cell %j gives the text %j and the translation %j', (cell, text, translation) => {
    expect(googleArchive.splitTranslation(cell)).toEqual({ text, translation });
  });

  test.each([
    'A Google user',
    'Ein Google-Nutzer',
    'Un utilisateur Google',
    'Een Google-gebruiker',
    'Un usuario de Google',
    'Google korisnik',
    'Корисник Google-а',
  ])('%j is an anonymous author', (name) => {
    expect(googleArchive.isAnonymousAuthor(name)).toBe(true);
  });

  test.each(['Google', 'Ana Google', 'A Google user 3', ''])('%j is the name of an author', (name) => {
    expect(googleArchive.isAnonymousAuthor(name)).toBe(false);
  });
});
