import type { ImportDetail } from '@kindling/contract/imports';
import { describe, expect, test } from 'vitest';
import { asksForOrder, type Draft, isComplete, toSettings } from './settings.ts';

const mapping = {
  author: 0,
  rating: 1,
  title: null,
  text: null,
  date: 2,
  replyText: null,
  replyDate: null,
  link: null,
  id: null,
};
const draft: Draft = { locationId: 'place', source: 'import', mapping, dateOrder: null, scale: 5 };
const told = (dates: ImportDetail['columns'][number]['dates'], kind: 'table' | 'archive' = 'table') =>
  ({
    kind,
    columns: [
      { name: 'a', example: '', dates: null },
      { name: 'b', example: '', dates: null },
      { name: 'c', example: '', dates },
    ],
  }) as unknown as ImportDetail;

describe('what an import needs to be told', () => {
  test('the order of days and months only where both fit', () => {
    expect(asksForOrder(told('ask'), draft)).toBe(true);
    expect(asksForOrder(told('mixed'), draft)).toBe(true);
    expect(asksForOrder(told('clear'), draft)).toBe(false);
    expect(asksForOrder(told('ask'), { ...draft, dateOrder: 'mdy' })).toBe(false);
  });

  test('a place, a day, and stars or words', () => {
    expect(isComplete(told('dmy'), draft)).toBe(true);
    expect(isComplete(told('dmy'), { ...draft, locationId: null })).toBe(false);
    expect(toSettings({ ...draft, locationId: null })).toBeNull();
    expect(isComplete(told('dmy'), { ...draft, mapping: { ...mapping, date: null } })).toBe(false);
    expect(isComplete(told('dmy'), { ...draft, mapping: { ...mapping, rating: null } })).toBe(false);
    expect(isComplete(told('dmy'), { ...draft, mapping: { ...mapping, rating: null, text: 1 } })).toBe(true);
    expect(isComplete(told(null, 'archive'), { ...draft, mapping: { ...mapping, date: null } })).toBe(true);
  });
});
