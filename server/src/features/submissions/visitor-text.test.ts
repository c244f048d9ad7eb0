import { expect, test } from 'vitest';
import { hasLink } from './visitor-text.ts';

test.each([
  'Buy at https://evil.example',
  'see www.evil.example',
  'cheap-pills.com is better',
  'EVIL-PILLS.COM',
  'go to evil-shop.io/path',
  't.me/foo',
  'bit.ly/x',
  '1.2.3.4/x',
  'evil.store and evil.app',
])('%s is a web address', (text) => {
  expect(hasLink(text)).toBe(true);
});

test.each([
  'Kommen Sie wieder.Top!',
  'Very good.Online ordering too',
  'Table 12.Info desk was great',
  'St.Net price fair',
  'We were 4 and paid 12.50',
  'Open until 10.30/11.00 on Sundays',
  'The staff is great.I will be back/again',
  'Version 1.2.3 of the menu',
])('%s is none', (text) => {
  expect(hasLink(text)).toBe(false);
});
