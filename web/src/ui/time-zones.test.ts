import { renamedZones } from '@kindling/contract/time-zones';
import { describe, expect, test } from 'vitest';
import { findTimeZones, listTimeZones } from './time-zones.ts';

const now = new Date('2026-01-15T12:00:00Z');
const find = (search: string, known: string | null = null) =>
  findTimeZones(listTimeZones(known, now), search).map(({ value }) => value);

describe('time zones', () => {
  test.each([
    ['Kathmandu', 'Asia/Kathmandu'],
    ['Katmandu', 'Asia/Kathmandu'],
    ['kolkata', 'Asia/Kolkata'],
    ['Calcutta', 'Asia/Kolkata'],
    ['Kyiv', 'Europe/Kyiv'],
    ['kiev', 'Europe/Kyiv'],
    ['Yangon', 'Asia/Yangon'],
    ['Rangoon', 'Asia/Yangon'],
    ['Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
    ['ho chi minh', 'Asia/Ho_Chi_Minh'],
    ['Saigon', 'Asia/Ho_Chi_Minh'],
    ['Nuuk', 'America/Nuuk'],
  ])('"%s" finds %s', (search, zone) => {
    expect(find(search)).toEqual([zone]);
  });

  test('lists each zone once, by its current name, whatever the browser calls it', () => {
    const choices = listTimeZones(null, now);
    const values = choices.map(({ value }) => value);
    expect(new Set(values).size).toBe(values.length);
    expect(values).toEqual(expect.arrayContaining(Object.values(renamedZones)));
    for (const former of Object.keys(renamedZones)) expect(values).not.toContain(former);
    expect(choices).toContainEqual({ value: 'Asia/Kathmandu', label: 'Asia/Kathmandu (UTC+5:45)' });
  });

  test('a zone that is stored by its former name keeps it, and shows its current name', () => {
    expect(
      listTimeZones('Asia/Calcutta', now).filter(({ label }) => label.startsWith('Asia/Kolkata')),
    ).toEqual([{ value: 'Asia/Calcutta', label: 'Asia/Kolkata (UTC+5:30)' }]);
    expect(find('kolkata', 'Asia/Calcutta')).toEqual(['Asia/Calcutta']);
  });
});
