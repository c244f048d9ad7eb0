/** Which layout is which. */
import type { EmbedLayout } from '@kindling/contract/embed-settings';
import type { Layout } from './layout.ts';
import { carousel } from './layouts/carousel.tsx';
import { floating } from './layouts/floating.tsx';
import { list } from './layouts/list.tsx';
import { marquee } from './layouts/marquee.tsx';
import { spotlight } from './layouts/spotlight.tsx';

export const layouts: Record<EmbedLayout, Layout> = {
  list,
  grid: list,
  masonry: list,
  carousel,
  marquee,
  spotlight,
  summary: list,
  sidebar: list,
  floating,
  wall: list,
  'badge-line': list,
  'badge-card': list,
  'badge-sources': list,
  'badge-ribbon': list,
  'badge-corner': list,
  'badge-picture': list,
};
