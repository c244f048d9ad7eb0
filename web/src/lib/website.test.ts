import { describe, expect, it } from 'vitest';
import { holdsCredentials, readWebsite } from './website.ts';

describe('readWebsite', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['bakery.example', 'https://bakery.example'],
    [' www.bakery.example/shop ', 'https://www.bakery.example/shop'],
    ['http://bakery.example/', 'http://bakery.example'],
    ['bäckerei.example', 'https://xn--bckerei-5wa.example'],
  ])('takes %j', (typed, website) => {
    expect(readWebsite(typed)).toBe(website);
  });
  it.each([
    'bakery',
    'javascript:alert(1)',
    'ftp://bakery.example',
    'http://127.0.0.1',
    'a b.example',
    'https://user:password@bakery.example',
    'https://google.com@bakery.example',
    'info@bakery.example',
    `${'x'.repeat(201)}.example`,
  ])('refuses %j', (typed) => {
    expect(() => readWebsite(typed)).toThrow(RangeError);
  });
});

it.each([
  ['https://user:password@bakery.example', true],
  ['info@bakery.example/shop', true],
  ['bakery.example/@user', false],
  ['a b.example', false],
])('%j holds credentials: %j', (typed, holds) => {
  expect(holdsCredentials(typed)).toBe(holds);
});
