import { expect, test } from 'vitest';
import { bytesOfId, idLength, idOfBytes, newId, newPublicCode } from './ids.ts';

test('ids are unique and sort in the order of their creation', () => {
  const ids = Array.from({ length: 2000 }, newId);
  expect(new Set(ids).size).toBe(2000);
  expect([...ids].sort()).toEqual(ids);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('an id is the same after a way through its bytes', () => {
  const id = newId();
  expect(bytesOfId(id)).toHaveLength(idLength);
  expect(idOfBytes(bytesOfId(id))).toBe(id);
});

test('codes have ten unambiguous characters and use the whole alphabet', () => {
  const codes = Array.from({ length: 2000 }, newPublicCode);
  expect(new Set(codes).size).toBe(2000);
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{10}$/);
  expect(new Set(codes.join('')).size).toBe(31);
});
