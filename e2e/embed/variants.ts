/** Settings for the test that no embed is taller than its reserved space. Add those of a new layout here. */
import { lookSettings } from '../../contract/src/embed-looks.ts';
import { embedLooks } from '../../contract/src/embed-settings.ts';
import { matrix } from '../support/scope.ts';
import type { Harness } from './harness.ts';

export type Settings = NonNullable<Parameters<Harness['makeSnapshot']>[1]>;

export const variants: readonly Settings[] = [
  {},
  { textSize: 12, clampLines: 1, language: 'fr' },
  { textSize: 20, clampLines: 8, language: 'de' },
  { language: 'sr', showHeader: false, showReplies: false },
  { layout: 'carousel' },
  { layout: 'carousel', textSize: 20, clampLines: 3, language: 'de' },
  { layout: 'carousel', textSize: 12, clampLines: 10, showHeader: false },

  { layout: 'grid' },
  { layout: 'grid', textSize: 20, clampLines: 8, language: 'de', showHistogram: true, border: 3 },
  { layout: 'grid', textSize: 12, columns: 2, spacing: 'airy', shadow: 'strong', showHeader: false },
  { layout: 'masonry' },
  { layout: 'masonry', textSize: 20, columns: 3, language: 'fr', showWrite: true, shadow: 'soft' },
  { layout: 'masonry', textSize: 12, clampLines: 2, spacing: 'compact', border: 0 },
  { layout: 'wall', showHistogram: true, showWrite: true },
  { layout: 'wall', textSize: 18, columns: 4, language: 'sr', spacing: 'airy' },
  { layout: 'wall', textSize: 13, columns: 1, showHeader: false },
  { layout: 'mosaic' },
  { layout: 'mosaic', textSize: 20, language: 'de', showHistogram: true, showWrite: true, border: 3 },
  { layout: 'mosaic', textSize: 12, spacing: 'airy', shadow: 'strong', showHeader: false },
  { layout: 'summary', showWrite: true },
  { layout: 'summary', textSize: 20, clampLines: 1, language: 'de', spacing: 'airy' },
  { layout: 'summary', textSize: 12, clampLines: 8, language: 'es', showHeader: false, photo: 'none' },
  { layout: 'sidebar', showHistogram: true },
  { layout: 'sidebar', textSize: 18, clampLines: 3, language: 'de', showWrite: true },
  { layout: 'sidebar', textSize: 12, spacing: 'compact', photo: 'none', date: 'none' },
];

/** A few layouts that draw reviews as rows, cards and quotations. */
const lookLayouts = [
  'list',
  'grid',
  'carousel',
  'masonry',
  'spotlight',
  'sidebar',
  'summary',
  'wall',
  'mosaic',
] as const;

/** Each look in one layout, another for each; in all of these in a run of everything. */
export const lookVariants: readonly Settings[] = embedLooks.flatMap((look, index) =>
  matrix(lookLayouts, [lookLayouts[index % lookLayouts.length] ?? 'list', 'list']).map((layout) => ({
    ...lookSettings[look],
    layout,
  })),
);
