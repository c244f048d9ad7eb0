import { expect, test } from 'vitest';
import { markConnectionFailure, queryFailureOf, retryAfterOutage } from './query-failure.ts';

const failed = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const ofServer = (code: string) => failed(code, { severity: 'ERROR' });

test.each([
  ['the server stops', ofServer('57P01'), 'connection'],
  ['the server takes no more connections', ofServer('53300'), 'connection'],
  ['a statement takes too long', ofServer('57014'), 'timeout'],
  ['a deadlock', ofServer('40P01'), 'conflict'],
  ['a row that exists', ofServer('23505'), 'constraint'],
  ['a full disk', ofServer('53100'), 'other'],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 'connection'],
  ['a mail server that refuses the connection', failed('ECONNREFUSED'), null],
  ['a program that ended', failed('EPIPE'), null],
  ['a code of the same form from elsewhere', failed('57P01'), null],
])('%s', (_, error, kind) => {
  expect(queryFailureOf(error)).toBe(kind);
  expect(retryAfterOutage(error) !== null).toBe(kind === 'connection');
});

test('a refused connection counts when it was one to a database', () => {
  const error = failed('ECONNREFUSED');
  markConnectionFailure(error);
  expect(retryAfterOutage(error)).toBe(2);
});
