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
const detail = (
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

describe('required import settings', () => {
  test('the order of day and month only where it is ambiguous', () => {
    expect(needsDateOrder(detail('ask'), draft)).toBe(true);
    expect(needsDateOrder(detail('mixed'), draft)).toBe(true);
    expect(needsDateOrder(detail('clear'), draft)).toBe(false);
    expect(needsDateOrder(detail('ask'), { ...draft, dateOrder: 'mdy' })).toBe(false);
  });

  test('the reference day for relative dates', () => {
    const relative = detail('clear', 'table', true);
    expect(isComplete(relative, draft)).toBe(false);
    expect(isComplete(relative, { ...draft, asOf: '2025-05-01' })).toBe(true);
  });

  test('a date before a preview is possible', () => {
    expect(needsDay(detail('dmy'), draft)).toBe(false);
    expect(needsDay(detail('clear', 'table', true), draft)).toBe(true);
    expect(needsDay(detail('clear', 'table', true), { ...draft, asOf: '2025-05-01' })).toBe(false);
    const undated = { ...draft, mapping: { ...mapping, date: null } };
    expect(needsDay(detail('dmy'), undated)).toBe(true);
    expect(needsDay(detail('dmy'), { ...undated, oneDate: '2025-05-01' })).toBe(false);
    expect(needsDay(detail(null, 'archive'), undated)).toBe(false);
  });

  test('unmapped columns with content are found', () => {
    expect(
      findUnmappedColumns(detail('dmy'), { ...mapping, rating: null }).map(({ index }) => index),
    ).toEqual([1]);
    expect(findUnmappedColumns(detail('dmy'), mapping)).toEqual([]);
  });

  test('a location, a date, and stars or text', () => {
    expect(isComplete(detail('dmy'), draft)).toBe(true);
    expect(isComplete(detail('dmy'), { ...draft, locationId: null })).toBe(false);
    expect(toImportSettings({ ...draft, locationId: null })).toBeNull();
    expect(isComplete(detail('dmy'), { ...draft, mapping: { ...mapping, date: null } })).toBe(false);
    const undated = { ...draft, mapping: { ...mapping, date: null } };
    expect(isComplete(detail('dmy'), { ...undated, oneDate: '2025-05-01' })).toBe(true);
    expect(isComplete(detail('dmy'), { ...draft, mapping: { ...mapping, rating: null } })).toBe(false);
    expect(isComplete(detail('dmy'), { ...draft, mapping: { ...mapping, rating: null, text: 1 } })).toBe(
      true,
    );
    expect(isComplete(detail(null, 'archive'), { ...draft, mapping: { ...mapping, date: null } })).toBe(true);
  });
});
