import { checkColors } from '@kindling/guest/qr/colors';
import { describe, expect, test } from 'vitest';
import { fileName, readContent } from './content.ts';

describe('an address', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    ['  http://example.com/a ', 'http://example.com/a'],
    ['EXAMPLE.com/Menu', 'https://example.com/Menu'],
    ['bäckerei-müller.de/öffnungszeiten', 'https://xn--bckerei-mller-bfb28a.de/%C3%B6ffnungszeiten'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['192.168.0.10', 'https://192.168.0.10/'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]/'],
    ['//example.com', 'https://example.com/'],
    ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
  ])('%s', (typed, value) => {
    expect(readContent('address', typed)).toEqual({ ok: true, value });
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['mailto:a@example.com', 'scheme'],
    ['https://bank.example@evil.example/', 'hidden'],
    ['me@example.com', 'hidden'],
    ['shop', 'address'],
    ['two words.com', 'address'],
    ['https://', 'address'],
    ['https://exa mple.com', 'address'],
  ])('refused: %s', (typed, problem) => {
    expect(readContent('address', typed)).toEqual({ ok: false, problem });
  });
});

test('a text is unchanged, but composed and without lone surrogates', () => {
  expect(readContent('text', ' Gru\u0308ße \ud83d ')).toEqual({ ok: true, value: 'Grüße \ufffd' });
  expect(readContent('text', 'javascript:alert(1)')).toEqual({ ok: true, value: 'javascript:alert(1)' });
});

test.each([
  ['https://www.example.com/a', 'qr-code-example.com'],
  ['just words', 'qr-code'],
  ['https://xn--e1afmkfd.xn--p1ai/', 'qr-code-xn--e1afmkfd.xn--p1ai'],
])('the file of %s is called %s', (value, name) => {
  expect(fileName(value)).toBe(name);
});

test.each([
  ['#000000', '#ffffff', 'fine'],
  ['#3B82EC', '#ffffff', 'weak'],
  ['#c0c0c0', '#ffffff', 'low'],
  ['#ffffff', '#000000', 'inverted'],
  ['#777777', '#777777', 'low'],
])('%s on %s is %s', (code, ground, verdict) => {
  expect(checkColors(code, ground).verdict).toBe(verdict);
});
