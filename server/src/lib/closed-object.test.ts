import { expect, test } from 'vitest';
import { z } from 'zod';
import { closedObject, declaredRoute } from './closed-object.ts';

test('a closed object holds ids, closed words, lists of them, numbers, times and truth values', () => {
  const schema = closedObject('The row', {
    other: z.uuid(),
    kind: z.enum(['a', 'b']),
    fields: z.array(z.enum(['text', 'rating'])),
    count: z.int().nullable(),
    at: z.iso.datetime().optional(),
    day: z.iso.date(),
    again: z.boolean(),
    route: declaredRoute,
  });
  const row = {
    other: crypto.randomUUID(),
    kind: 'a',
    fields: ['text'],
    count: null,
    day: '2026-11-23',
    again: true,
    route: 'PUT /reviews/{id}/notes/{noteId}',
  };
  expect(schema.parse(row)).toEqual(row);
  expect(() => schema.parse({ ...row, route: 'PUT /reviews/Great coffee!' })).toThrow('Invalid route');
  expect(() => schema.parse({ ...row, text: 'Great coffee!' })).toThrow('Unrecognized key');
});

test.each([
  ['text', z.string()],
  ['a text of a certain length', z.string().max(20)],
  ['an address', z.url()],
  ['an e-mail address', z.email()],
  ['several texts', z.array(z.string())],
  ['a text or nothing', z.string().nullable()],
  ['anything', z.unknown()],
  ['an object', z.object({ text: z.string() })],
])('a closed object with %s is refused', (_, schema) => {
  expect(() => closedObject('The row', { words: schema })).toThrow(
    new TypeError('The row must not hold free text: words.'),
  );
});
