import { describe, expect, it } from 'vitest';
import { holdsCredentials, parseWebsite, tryParsePageAddress } from './website.ts';

describe('readWebsite', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['bakery.example', 'https://bakery.example'],
    [' www.bakery.example/shop ', 'https://www.bakery.example/shop'],
    ['http://bakery.example/', 'http://bakery.example'],
    ['bäckerei.example', 'https://xn--bckerei-5wa.example'],
  ])('takes %j', (typed, website) => {
    expect(parseWebsite(typed)).toBe(website);
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
    expect(() => parseWebsite(typed)).toThrow(RangeError);
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

describe('tryPageAddress', () => {
  const long = `https://bakery.example/${'%D1%85'.repeat(60)}`;
  it.each([
    ['http://localhost:4180/own', 'http://localhost:4180/own'],
    ['localhost:4180/own', 'https://localhost:4180/own'],
    ['192.168.1.20/shop', 'https://192.168.1.20/shop'],
    ['http://[::1]/', 'http://[::1]/'],
    [long, long],
    [' www.bakery.example/reviews ', 'https://www.bakery.example/reviews'],
  ])('takes %j', (typed, address) => {
    expect(tryParsePageAddress(typed)).toBe(address);
  });
  it.each([
    '',
    'not a page',
    'javascript:alert(1)',
    'ftp://bakery.example',
    'https://user:password@bakery.example',
    `https://bakery.example/${'x'.repeat(2000)}`,
  ])('refuses %j', (typed) => {
    expect(tryParsePageAddress(typed)).toBeUndefined();
  });
});
