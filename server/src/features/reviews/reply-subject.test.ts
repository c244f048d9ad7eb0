import { expect, test } from 'vitest';
import { unlimitedRepetitions } from '../../testing/pattern-cost.ts';
import { contacts, withoutPeople } from './reply-subject.ts';

test('names, addresses and numbers are taken out, in any script', () => {
  expect(withoutPeople('Ana Marić here: ana.maric+1@mail.example.com or +381 11 123-4567', 'Ana Marić')).toBe(
    '[…] here: […] or […]',
  );
  expect(withoutPeople('Пишите на иван@пример.срб или https://primer.example/x?y', null)).toBe(
    'Пишите на […] или […]',
  );
  expect(withoutPeople('Meet @ noon. 5 of 10, 2024', 'M')).toBe('Meet @ noon. 5 of 10, 2024');
});

test.each([4_000, 8_000])('of %i characters the beginning is kept, and no half of an address', (length) => {
  const address = 'somebody@mail.example.com ';
  const text = withoutPeople(`${'word '.repeat(797)}${address}${'x'.repeat(length)}`, null);
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(text).not.toContain('some');
  const cut = withoutPeople(`${'word '.repeat(798)}${address.repeat(length / 20)}`, null);
  expect(cut).not.toContain('some');
});

test('no repetition of the pattern is unlimited', () => {
  expect(unlimitedRepetitions(contacts)).toEqual([]);
  expect(unlimitedRepetitions(/\S+@a*[*+]\+b{2,}c{1,2}/)).toEqual(['x+', 'a*', 'b{2,}']);
});

test.each(['@', 'a@', 'a@b', 'a@b.', '@.', 'a', '1', '1 ', '+1 -', 'www.', 'https://', 'https://x@'])(
  'repeated %s is cut to what a model receives',
  (seed) => {
    for (const length of [4_000, 8_000, 100_000])
      expect(
        withoutPeople(seed.repeat(length / seed.length), seed.repeat(length)).length,
      ).toBeLessThanOrEqual(4_000 * 3);
  },
);
