import { describe, expect, it } from 'vitest';
import { byteLength, normalizeReply, spaceLeft } from './reply-length.ts';

const inBytes = { limitBytes: 100, limitCharacters: 10_000 };
const inCharacters = { limitBytes: null, limitCharacters: 100 };

describe('the length of a reply', () => {
  it('is counted in bytes, or in characters', () => {
    expect(byteLength('né🙂')).toBe(7);
    expect(spaceLeft('é'.repeat(45), inBytes)).toEqual({ left: 10, unit: 'bytes' });
    expect(spaceLeft('é'.repeat(90), inCharacters)).toEqual({ left: 10, unit: 'characters' });
  });
  it('is that of the normalized text', () => {
    expect(normalizeReply(' a\r\nb \n')).toBe('a\nb');
    expect(spaceLeft(`  ${'a'.repeat(90)}\n`, inBytes)?.left).toBe(10);
    expect(spaceLeft(`  ${'a'.repeat(90)}\n`, inCharacters)?.left).toBe(10);
  });
  it.each([inBytes, inCharacters])('is shown in the last fifth and past the limit: %o', (limits) => {
    expect(spaceLeft('a'.repeat(79), limits)).toBeNull();
    expect(spaceLeft('a'.repeat(80), limits)?.left).toBe(20);
    expect(spaceLeft('a'.repeat(100), limits)?.left).toBe(0);
    expect(spaceLeft('a'.repeat(101), limits)?.left).toBe(-1);
  });
  it('is that of the limit that ends first', () => {
    const both = { limitBytes: 100, limitCharacters: 30 };
    expect(spaceLeft('a'.repeat(31), both)).toEqual({ left: -1, unit: 'characters' });
    expect(spaceLeft('🙂'.repeat(26), { ...both, limitCharacters: 60 })).toEqual({ left: -4, unit: 'bytes' });
  });
});
