import { describe, expect, test } from 'vitest';
import {
  BatchReader,
  errorTextOf,
  fatalMessage,
  queryMessage,
  startupMessage,
  transactionStateOf,
} from './protocol.ts';

const parse = Buffer.from('P\0\0\0\x09\0x\0\0\0', 'latin1');
const sync = Buffer.from('S\0\0\0\x04', 'latin1');

describe('BatchReader', () => {
  test('returns the same batches from any fragments', () => {
    const bytes = Buffer.concat([
      startupMessage(),
      queryMessage('select 1'),
      parse,
      sync,
      Buffer.from('X\0\0\0\x04'),
    ]);
    for (let size = 1; size <= bytes.length; size += 1) {
      const reader = new BatchReader();
      const batches = [];
      for (let at = 0; at < bytes.length; at += size)
        batches.push(...reader.push(bytes.subarray(at, at + size)));
      expect(
        batches.map((batch) =>
          batch.kind === 'run' ? Buffer.from(batch.bytes).toString('hex') : batch.kind,
        ),
      ).toEqual([
        'startup',
        Buffer.from(queryMessage('select 1')).toString('hex'),
        Buffer.concat([parse, sync]).toString('hex'),
        'terminate',
      ]);
    }
  });

  test('refuses an impossible length', () => {
    const reader = new BatchReader();
    reader.push(startupMessage());
    expect(() => reader.push(Buffer.from('Q\0\0\0\x01', 'latin1'))).toThrow('Impossible message length 1');
  });
});

test('reads the transaction state and the error of an answer', () => {
  const ready = Buffer.from('Z\0\0\0\x05T', 'latin1');
  expect(transactionStateOf(ready)).toBe('T');
  expect(transactionStateOf(Buffer.from('C\0\0\0\x05T', 'latin1'))).toBeNull();
  expect(errorTextOf(Buffer.concat([fatalMessage('25P03', 'too long'), ready]))).toBe('too long');
  expect(errorTextOf(ready)).toBeNull();
});
