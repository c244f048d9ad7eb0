import { makeSnapshot } from '@kindling/guest/testing/snapshots';
import { expect, test } from 'vitest';
import {
  type PrerenderedEmbed,
  type PublishedEmbed,
  prerenderedFormats,
  toPublishedEmbed,
} from './formats.ts';
import { createLanguageVariants } from './language-variants.ts';

const scripts = {
  clientScripts: {} as never,
  frameScript: '',
  pageScripts: { pageLanguage: '', pageEvents: '' },
};
const reserve = { narrow: 100, wide: 100, slots: [] } as never;

const formatsOf = (bytes: number): PrerenderedEmbed =>
  Object.fromEntries(
    prerenderedFormats.map((format) => [
      format,
      { body: Buffer.alloc(bytes / 4), brotli: null, gzip: null, etag: '', type: 'text/plain' },
    ]),
  ) as unknown as PrerenderedEmbed;

function embed(hash: string): PublishedEmbed {
  const snapshot = makeSnapshot({}, { language: 'en', followsPageLanguage: true });
  return toPublishedEmbed({ hash, snapshot, reserve }, formatsOf(4));
}

/** @param bytes of each variant */
function variantsOf(bytes: number, now?: () => number) {
  const rendered: string[] = [];
  const renderAll = async ({ settings }: PublishedEmbed['snapshot']) => {
    rendered.push(settings.language);
    return formatsOf(bytes);
  };
  return { rendered, variants: createLanguageVariants(scripts, renderAll, now) };
}

test('renders a language once, and an embed that follows no page never', async () => {
  const { rendered, variants } = variantsOf(4);
  const one = embed('one');
  const [first, second] = [await variants.get(one, 'de'), await variants.get(one, 'de')];
  expect(first).toBe(second);
  expect(first.snapshot.settings).toMatchObject({ language: 'de', followsPageLanguage: false });
  const { snapshot } = one;
  const fixed = {
    ...one,
    snapshot: { ...snapshot, settings: { ...snapshot.settings, followsPageLanguage: false } },
  };
  expect(await variants.get(fixed, 'fr')).toBe(fixed);
  expect(rendered).toEqual(['de']);
});

test('keeps so many bytes, and drops what was used longest ago', async () => {
  const { rendered, variants } = variantsOf(20 * 1024 * 1024);
  await variants.get(embed('one'), 'de');
  await variants.get(embed('two'), 'fr');
  await variants.get(embed('one'), 'de');
  // Three are more than the limit.
  await variants.get(embed('three'), 'es');
  expect(rendered).toEqual(['de', 'fr', 'es']);
  await variants.get(embed('one'), 'de');
  expect(rendered).toHaveLength(3);
  await variants.get(embed('two'), 'fr');
  expect(rendered).toEqual(['de', 'fr', 'es', 'fr']);
});

test('variants that drop each other are not rendered with every request', async () => {
  let time = 0;
  const { rendered, variants } = variantsOf(40 * 1024 * 1024, () => time);
  const both = async () => {
    for (const hash of ['one', 'two']) await variants.get(embed(hash), 'de');
  };
  for (let round = 0; round < 3; round += 1) await both();
  await expect(both()).rejects.toMatchObject({ code: 'unavailable' });
  expect(rendered).toHaveLength(6);
  time += 10 * 60_000;
  await both();
  expect(rendered).toHaveLength(8);
});
