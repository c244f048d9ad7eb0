import { embedLayouts, embedSettingsSchema, isBadge } from '@kindling/contract/embed-settings';
import { expect, test } from 'vitest';
import { type SettingField, settingsForLayout } from './settings-for-layout.ts';

/** Every field of the schema and where it is used. A new field does not compile until it is added here. */
const fields: Record<SettingField, 'everything' | 'reviews' | 'some'> = {
  layout: 'everything',
  sources: 'everything',
  locationIds: 'everything',
  minimumRating: 'reviews',
  withTextOnly: 'reviews',
  includeWords: 'reviews',
  excludeWords: 'reviews',
  tagIds: 'reviews',
  excludeTagIds: 'reviews',
  reviewLanguages: 'reviews',
  pickedIds: 'reviews',
  pickedOnly: 'reviews',
  order: 'reviews',
  limit: 'reviews',
  pageSize: 'some',
  translation: 'reviews',
  language: 'everything',
  followsPageLanguage: 'some',
  showHeader: 'reviews',
  showHistogram: 'some',
  showWrite: 'everything',
  showReplies: 'some',
  author: 'reviews',
  photo: 'reviews',
  date: 'reviews',
  clampLines: 'reviews',
  look: 'everything',
  theme: 'everything',
  accent: 'everything',
  stars: 'everything',
  text: 'everything',
  background: 'everything',
  line: 'everything',
  border: 'everything',
  radius: 'everything',
  shadow: 'everything',
  spacing: 'everything',
  columns: 'some',
  font: 'some',
  fontName: 'some',
  textSize: 'everything',
  autoplay: 'some',
  interval: 'some',
  arrows: 'some',
  dots: 'some',
  side: 'some',
  visitorTools: 'some',
  sourceTabs: 'some',
  sendsEvents: 'some',
  pageStyles: 'some',
  allowedSites: 'everything',
};

test('every field of the schema is classified and used by some layout', () => {
  const known = Object.keys(embedSettingsSchema.shape).filter((field) => field !== 'version');
  expect(Object.keys(fields).sort()).toEqual(known.sort());
  const offered = new Set(embedLayouts.flatMap((layout) => [...settingsForLayout(layout)]));
  expect([...offered].sort()).toEqual(known.sort());
});

test.each(embedLayouts)('%s uses the settings of its kind', (layout) => {
  const offered = settingsForLayout(layout);
  for (const [field, use] of Object.entries(fields) as [SettingField, string][]) {
    if (use === 'everything') expect.soft(offered.has(field), field).toBe(true);
    if (use === 'reviews') expect.soft(offered.has(field), field).toBe(!isBadge(layout));
  }
});

test('layouts use only their own behavior settings', () => {
  const offering = (field: SettingField) =>
    embedLayouts.filter((layout) => settingsForLayout(layout).has(field));
  expect(offering('columns')).toEqual(['grid', 'masonry', 'wall']);
  expect(offering('dots')).toEqual(['carousel', 'marquee', 'spotlight']);
  for (const field of ['autoplay', 'interval', 'arrows'] as const)
    expect.soft(offering(field), field).toEqual(['carousel', 'marquee', 'spotlight', 'toast']);
  expect(offering('side')).toEqual(['floating', 'toast', 'badge-corner']);
  for (const field of ['visitorTools', 'sourceTabs'] as const)
    expect.soft(offering(field), field).toEqual(['list', 'grid', 'masonry', 'wall']);
  expect(offering('showReplies')).not.toContain('toast');
});
