import { expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, defineEvent, event } from './domain-event.ts';

test('an event with free text is refused: it would outlive a disconnection', () => {
  expect(() => defineEvent('test.text', { words: z.string() })).toThrow(
    new TypeError('The event test.text must not hold free text: words.'),
  );
});

test('the details of an event are read by its own definition only', () => {
  const one = defineEvent('test.one', { kind: z.enum(['a', 'b']) });
  const two = defineEvent('test.two', { kind: z.enum(['a', 'b']) });
  const { definition, subjectId, data } = event(one, { subjectId: crypto.randomUUID() }, { kind: 'a' });
  const delivered = {
    name: definition.name,
    accountId: crypto.randomUUID(),
    position: 1,
    subjectId,
    locationId: null,
    data,
    occurredAt: new Date(),
  };
  expect(dataOf(delivered, one)).toEqual({ kind: 'a' });
  expect(dataOf(delivered, two)).toBeNull();
});
