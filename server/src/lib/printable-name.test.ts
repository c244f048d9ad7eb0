import { expect, test } from 'vitest';
import { printableName } from './printable-name.ts';

test.each([
  'Dr. Müller',
  'Dr.-Ing. Müller',
  'Café 24',
  'José',
  'Jose\u0301',
  'Linden & Fjord',
  '50’s Diner',
  'Bäckerei seit 1998',
  'J. R. R. Tolkien Jr.',
  'हिन्दी ज़िंदगी',
  'مُحَمَّد',
  'น้ำพริก ที่นี่',
  'Nguyễn Thị Ngọc',
  '東京カフェ。',
  'Flower 🌸 shop',
])('%j is printed', (name) => {
  expect(printableName(name)).toBe(name);
});

test.each([
  ['Love \u2764\ufe0f bakery', 'Love \u2764 bakery'],
  ['Ada 👩\u200d🍳', 'Ada 👩🍳'],
  ['می\u200cخواهم', 'میخواهم'],
])('%j loses its joiners and variation selectors', (name, printed) => {
  expect(printableName(name)).toBe(printed);
});

test.each([
  ['a number that mail programs call', 'Call 079 123 45 67'],
  ['a number with a country code', 'Win! +41 (79) 123-45'],
  ['a number with dots', '079.123.4567'],
  ['a number with spaces after dots', '0. 7. 9. 1. 2. 3. 4'],
  ['a number with long dashes', '079–123—4567'],
  ['a number in full width', '０７９１２３４５'],
  ['a number in other digits', '٠٧٩١٢٣٤'],
  ['a number with joiners', '079\u200d123\u200d4567'],
  ['a blank letter', 'Ada\u3164Lovelace'],
  ['a joiner of graphemes', 'Ada\u034fLovelace'],
  ['a soft hyphen', 'Ada\u00adLovelace'],
  ['a character that is assigned to nothing', 'Ada\u0378'],
  ['half a character', 'Ada\ud800'],
  ['no letter or digit', '*** !!! ***'],
  ['a pile of marks', 'Z\u0300\u0301\u0302\u0303a'],
  ['a dot before a sign', 'evil.†example'],
  ['a dot that a joiner hides', 'evil.\u200dexample'],
])('a name with %s is left out', (_what, name) => {
  expect(printableName(name)).toBeNull();
});
