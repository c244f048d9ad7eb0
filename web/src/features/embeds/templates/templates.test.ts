import { embedKinds, layoutsOf } from '@kindling/contract/embed-settings';
import { maxPreviewChoices, maxPreviews } from '@kindling/contract/embeds';
import { expect, test } from 'vitest';
import {
  plainSettings,
  type TemplateContext,
  templateSettings,
  templates,
  templatesOf,
} from './templates.ts';

const own: TemplateContext = { language: 'en', locationIds: [], look: null };

test('the templates of a kind have its layouts, and one request draws them all', () => {
  for (const kind of embedKinds) {
    const all = templatesOf(kind).map((name) => templateSettings(name, own));
    expect(all.length).toBeLessThanOrEqual(maxPreviews);
    for (const { layout, limit } of all) {
      expect.soft(layoutsOf(kind)).toContain(layout);
      expect.soft(limit).toBeLessThanOrEqual(24);
    }
    const choices = all.map(({ limit, withTextOnly, order }) => [limit, withTextOnly, order].join());
    expect(new Set(choices).size).toBeLessThanOrEqual(maxPreviewChoices);
  }
});

test('there are templates for each place, and none is a long list', () => {
  const places = (kind: 'widget' | 'badge') =>
    new Set(templatesOf(kind).map((name) => templates[name].place));
  const common = ['home', 'product', 'footer', 'sidebar', 'contact', 'menu'];
  expect([...places('widget')]).toEqual(common);
  expect([...places('badge')]).toEqual([...common, 'mail']);
  for (const name of templatesOf('widget')) {
    const { layout, limit, pageSize } = templateSettings(name, own);
    expect.soft(layout).not.toBe('list');
    // What stands below each other on a phone.
    if (['grid', 'masonry', 'summary', 'sidebar'].includes(layout))
      expect.soft(pageSize === 0 ? limit : pageSize, name).toBeLessThanOrEqual(9);
  }
});

test('the colors and the font of a site replace those of the look, also without a template', () => {
  const look = {
    theme: 'dark',
    accent: '#ffaa00',
    stars: '#cc8400',
    background: '#101010',
    text: '#eeeeee',
    fontName: 'Lora',
  } as const;
  const expected = { ...look, line: null, font: 'named' };
  expect(templateSettings('menuNewspaper', { ...own, look })).toMatchObject({ ...expected, radius: 0 });
  expect(plainSettings('widget', { ...own, look })).toMatchObject({ ...expected, layout: 'carousel' });
  const system = templateSettings('homeGrid', { ...own, look: { ...look, fontName: '' } });
  expect(system).toMatchObject({ font: 'site', fontName: '' });
});
