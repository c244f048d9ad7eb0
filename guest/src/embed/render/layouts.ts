/** Which layout is which. */
import type { EmbedLayout } from '@kindling/contract/embed-settings';
import type { Layout } from './layout.ts';
import { carousel } from './layouts/carousel.tsx';
import { list } from './layouts/list.tsx';

export const layouts: Record<EmbedLayout, Layout> = {
  list,
  grid: list,
  masonry: list,
  carousel,
  marquee: carousel,
  spotlight: carousel,
  summary: list,
  sidebar: list,
  floating: list,
  wall: list,
  'badge-line': list,
  'badge-card': list,
  'badge-sources': list,
  'badge-ribbon': list,
  'badge-corner': list,
  'badge-picture': list,
};
