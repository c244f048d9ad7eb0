import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { httpsOrNull, wireId, wireTime } from './fields.ts';
import { parseItems } from './items.ts';
import { expiresWithin, expiryAfter } from './token-expiry.ts';

const schema = z.object({ id: wireId, at: wireTime, stars: z.number().nullish() });

it('SYN-13 keeps valid items and skips others, with their hash and paths but without values', () => {
  const good = { id: 'a', at: '2026-07-01T11:00:00Z' };
  const bad = { id: 'b', at: 'yesterday', stars: 'secret words' };
  const { items, skipped } = parseItems(schema, [good, bad, { ...good, id: 'c' }]);
  expect(items.map((item) => item.id)).toEqual(['a', 'c']);
  expect(skipped).toHaveLength(1);
  expect(skipped[0]?.hash).toBe(createHash('sha256').update(JSON.stringify(bad)).digest('hex'));
  expect(skipped[0]?.reason).toMatch(/at: .*; stars: /);
  expect(skipped[0]?.reason).not.toContain('secret');
});

it('SYN-13 handles an item nested deeper than JSON can be written', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  expect(parseItems(schema, [deep]).skipped[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
});

it('SYN-13 parses or skips any JSON, item by item, and never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (raw) => {
      const { items, skipped } = parseItems(schema, raw);
      expect(items.length + skipped.length).toBe(raw.length);
    }),
  );
});

it.each([
  ['2026-07-01T11:00:00+0000', '2026-07-01T11:00:00.000Z'],
  ['2026-07-01T11:00:00-0730', '2026-07-01T18:30:00.000Z'],
  ['2026-07-01T11:00:00+02:00', '2026-07-01T09:00:00.000Z'],
  ['2026-07-01T11:00:00Z', '2026-07-01T11:00:00.000Z'],
  ['2026-07-01T11:00:00.123Z', '2026-07-01T11:00:00.123Z'],
  ['2026-07-01T11:00:00.123456789Z', '2026-07-01T11:00:00.123Z'],
])('reads the time %s', (wire, time) => {
  expect(wireTime.parse(wire).toISOString()).toBe(time);
});

it.each([
  '',
  '2026-02-30T11:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T00:00:00Z',
  '2026-07-01',
  '1751367600',
  7,
])('%s is not a time', (wire) => {
  expect(wireTime.safeParse(wire).success).toBe(false);
});

it.each(['', '.', '..', 'a/b', 'a?b', 'a b', 'a%2fb', 'a\0', '\ud800', 'x'.repeat(257)])(
  '%j is not an id',
  (id) => {
    expect(wireId.safeParse(id).success).toBe(false);
  },
);

it('accepts only https addresses as links', () => {
  expect(httpsOrNull('https://maps.example.com/?cid=1')).toBe('https://maps.example.com/?cid=1');
  const refused = [
    null,
    '',
    'http://a.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//lh5.example.com/photo.jpg',
    'https://user@a.example',
    `https://a.example/${'x'.repeat(3000)}`,
    'not a url',
  ];
  for (const url of refused) expect(httpsOrNull(url)).toBeNull();
});

it('knows when a token is about to end', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(expiresWithin(expiryAfter(59, now), now, 60)).toBe(true);
  expect(expiresWithin(expiryAfter(60, now), now, 60)).toBe(false);
  expect(expiresWithin(expiryAfter(undefined, now), now, 60)).toBe(false);
});
