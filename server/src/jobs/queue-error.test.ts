import { expect, test } from 'vitest';
import { toQueueError } from './queue-error.ts';

test('a copy of an error is an error again, with its stack and code', () => {
  const refused = Object.assign(new Error('too many connections'), { code: '53300' });
  const copy = { ...refused, message: refused.message, stack: refused.stack, queue: 'mail.deliver' };
  const error = toQueueError(copy);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ message: refused.message, stack: refused.stack, code: '53300' });
  expect(toQueueError(refused)).toBe(refused);
  expect(toQueueError('a text')).toBe('a text');
});
