import { describe, expect, it } from 'vitest';
import { byteLength, bytesLeft, normalizeReply } from './reply-length.ts';

describe('the length of a reply', () => {
  it('is counted in bytes', () => {
    expect(byteLength('né🙂')).toBe(7);
  });
  it('is that of the normalized text', () => {
    expect(normalizeReply(' a\r\nb \n')).toBe('a\nb');
    expect(bytesLeft(`  ${'a'.repeat(90)}\n`, 100)).toBe(10);
  });
  it('is shown in the last fifth and past the limit', () => {
    expect(bytesLeft('a'.repeat(79), 100)).toBeNull();
    expect(bytesLeft('a'.repeat(80), 100)).toBe(20);
    expect(bytesLeft('🙂'.repeat(25), 100)).toBe(0);
    expect(bytesLeft(`${'🙂'.repeat(25)}!`, 100)).toBe(-1);
  });
  it('has no limit where the platform has none', () => {
    expect(bytesLeft('a'.repeat(9000), null)).toBeNull();
  });
});
