import { describe, expect, test } from 'vitest';
import { parseRating } from './ratings.ts';

describe('stars', () => {
  test.each([
    ['5', 5],
    ['1', 1],
    ['4,0', 4],
    ['4.5', 4],
    ['5/5', 5],
    ['3 / 5', 3],
    ['4 out of 5', 4],
    ['4 von 5 Sternen', 4],
    ['4 sur 5', 4],
    ['9/10', 5],
    ['80/100', 4],
    ['5 stars', 5],
    ['1 star', 1],
    ['3 étoiles', 3],
    ['★★★★★', 5],
    ['★★★☆☆', 3],
    ['⭐️⭐️', 2],
    ['FIVE', 5],
    ['one', 1],
  ])('%j is %i', (value, stars) => {
    expect(parseRating(value, 5)).toEqual({ rating: stars, recommendation: null });
  });

  test.each([
    ['10', 5],
    ['9', 5],
    ['8', 4],
    ['2', 1],
    ['1', 1],
  ])('of ten points, %j is %i', (value, stars) => {
    expect(parseRating(value, 10)).toEqual({ rating: stars, recommendation: null });
  });

  test.each(['0', '6', '0.4', '☆☆☆', '★★★★★★', '6/5', '3/7', '11/10'])('%j is outside the scale', (value) => {
    expect(parseRating(value, 5)).toEqual({ fault: 'rating-range' });
  });

  test.each(['good', '5-4', '1e3', '99999999999999999999', 'NaN', '٥'])('%j is not a rating', (value) => {
    expect(parseRating(value, 5)).toEqual({ fault: 'rating-unreadable' });
  });

  test.each(['', ' ', '-'])('%j means no rating', (value) => {
    expect(parseRating(value, 5)).toEqual({ rating: null, recommendation: null });
  });
});

describe('recommendations, which never become stars', () => {
  test.each([
    'Recommends',
    'recommended',
    'positive',
    'Empfiehlt',
    'recommande',
    'beveelt aan',
    'recomienda',
    'preporučuje',
    'yes',
    'Ja',
    'Oui',
    'Sí',
  ])('%j is a positive recommendation', (value) => {
    expect(parseRating(value, 5)).toEqual({ rating: null, recommendation: 'positive' });
  });

  test.each([
    "Doesn't recommend",
    'doesn’t recommend',
    'not recommended',
    'negative',
    'Empfiehlt nicht',
    'ne recommande pas',
    'beveelt niet aan',
    'no recomienda',
    'ne preporučuje',
    'No',
    'Nein',
  ])('%j is a negative recommendation', (value) => {
    expect(parseRating(value, 5)).toEqual({ rating: null, recommendation: 'negative' });
  });
});
