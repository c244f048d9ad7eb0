import type { ImportDetail } from '@kindling/contract/imports';
import { describe, expect, test } from 'vitest';
import {
  type DraftSettings,
  findUnmappedColumns,
  isComplete,
  needsDateOrder,
  needsDay,
  toImportSettings,
} from './draft-settings.ts';

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
const draft: DraftSettings = {
  locationId: 'place',
  source: 'import',
  mapping,
  dateOrder: null,
  asOf: null,
  oneDate: null,
  scale: 5,
};
const told = (
  dates: ImportDetail['columns'][number]['dates'],
  kind: 'table' | 'archive' = 'table',
  relative = false,
) =>
  ({
    kind,
    columns: [
      { name: 'a', example: '', dates: null, relative: false },
      { name: 'b', example: 'x', dates: null, relative: false },
      { name: 'c', example: 'x', dates, relative },
    ],
  }) as unknown as ImportDetail;

describe('what an import needs to be told', () => {
  test('the order of days and months only where both fit', () => {
    expect(needsDateOrder(told('ask'), draft)).toBe(true);
    expect(needsDateOrder(told('mixed'), draft)).toBe(true);
    expect(needsDateOrder(told('clear'), draft)).toBe(false);
    expect(needsDateOrder(told('ask'), { ...draft, dateOrder: 'mdy' })).toBe(false);
  });

  test('the day to count back from, where dates do', () => {
    const relative = told('clear', 'table', true);
    expect(isComplete(relative, draft)).toBe(false);
    expect(isComplete(relative, { ...draft, asOf: '2025-05-01' })).toBe(true);
  });

  test('a day, before anything can be previewed', () => {
    expect(needsDay(told('dmy'), draft)).toBe(false);
    expect(needsDay(told('clear', 'table', true), draft)).toBe(true);
    expect(needsDay(told('clear', 'table', true), { ...draft, asOf: '2025-05-01' })).toBe(false);
    const undated = { ...draft, mapping: { ...mapping, date: null } };
    expect(needsDay(told('dmy'), undated)).toBe(true);
    expect(needsDay(told('dmy'), { ...undated, oneDate: '2025-05-01' })).toBe(false);
    expect(needsDay(told(null, 'archive'), undated)).toBe(false);
  });

  test('columns that hold something and are taken for nothing are told', () => {
    expect(findUnmappedColumns(told('dmy'), { ...mapping, rating: null }).map(({ index }) => index)).toEqual([
      1,
    ]);
    expect(findUnmappedColumns(told('dmy'), mapping)).toEqual([]);
  });

  test('a place, a day, and stars or words', () => {
    expect(isComplete(told('dmy'), draft)).toBe(true);
    expect(isComplete(told('dmy'), { ...draft, locationId: null })).toBe(false);
    expect(toImportSettings({ ...draft, locationId: null })).toBeNull();
    expect(isComplete(told('dmy'), { ...draft, mapping: { ...mapping, date: null } })).toBe(false);
    const undated = { ...draft, mapping: { ...mapping, date: null } };
    expect(isComplete(told('dmy'), { ...undated, oneDate: '2025-05-01' })).toBe(true);
    expect(isComplete(told('dmy'), { ...draft, mapping: { ...mapping, rating: null } })).toBe(false);
    expect(isComplete(told('dmy'), { ...draft, mapping: { ...mapping, rating: null, text: 1 } })).toBe(true);
    expect(isComplete(told(null, 'archive'), { ...draft, mapping: { ...mapping, date: null } })).toBe(true);
  });
});
