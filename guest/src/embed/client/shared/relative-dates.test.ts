import { languages } from '@kindling/contract/constants';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { textsOf } from '../../../kit/texts.ts';
import { widestRelativeDate } from '../../render/relative-date-width.ts';
import { textWidth } from '../../render/text-width.ts';
import { writeRelativeDates } from './relative-dates.ts';

const now = '2026-11-21T09:00:00Z';

/** Fake `time` elements with the properties that the function uses. */
function timesOf(days: readonly string[], lang: string) {
  const times = days.map((dateTime) => ({
    dateTime,
    title: '',
    textContent: `the day ${dateTime}`,
    closest: () => ({ lang }),
  }));
  return { times, root: { querySelectorAll: () => times } as unknown as ParentNode };
}

function dayBefore(age: number): string {
  return new Date(Date.parse(now) - age * 86_400_000).toISOString().slice(0, 10);
}

describe('writeAges', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [-1, 'today'],
    [0, 'today'],
    [1, 'yesterday'],
    [2, '2 days ago'],
    [6, '6 days ago'],
    [7, '1 week ago'],
    [29, '4 weeks ago'],
    [30, '1 month ago'],
    [364, '12 months ago'],
    [365, '1 year ago'],
    [1200, '3 years ago'],
  ])('writes %i days as "%s"', (age, words) => {
    vi.useFakeTimers({ now: new Date(now) });
    const { times, root } = timesOf([dayBefore(age)], 'en');
    writeRelativeDates(root);
    expect(times[0]?.textContent).toBe(words);
    expect(times[0]?.title).toBe(`the day ${dayBefore(age)}`);
  });

  it('keeps the day in the title when it runs again', () => {
    vi.useFakeTimers({ now: new Date(now) });
    const { times, root } = timesOf([dayBefore(3)], 'fr');
    writeRelativeDates(root);
    writeRelativeDates(root);
    expect(times[0]).toMatchObject({ textContent: 'il y a 3 jours', title: `the day ${dayBefore(3)}` });
  });

  it.each(languages)('writes nothing wider than the reserved width, in %s', (language) => {
    vi.useFakeTimers({ now: new Date(now) });
    const { tag } = textsOf(language);
    const ages = [...Array.from({ length: 400 }, (_, age) => age), 800, 2000, 3650, 9000];
    const { times, root } = timesOf(ages.map(dayBefore), tag);
    writeRelativeDates(root);
    for (const { textContent } of times)
      expect(textWidth(textContent), textContent).toBeLessThanOrEqual(widestRelativeDate(tag));
  });
});
