/** Which layout is which. */
import type { EmbedLayout } from '@kindling/contract/embed-settings';
import type { Layout } from './layout.ts';
import { carousel } from './layouts/carousel.tsx';
import { grid } from './layouts/grid.tsx';
import { list } from './layouts/list.tsx';
import { masonry } from './layouts/masonry.tsx';
import { sidebar } from './layouts/sidebar.tsx';
import { summary } from './layouts/summary.tsx';
import { wall } from './layouts/wall.tsx';

export const layouts: Record<EmbedLayout, Layout> = {
  list,
  grid,
  masonry,
  carousel,
  marquee: carousel,
  spotlight: carousel,
  summary,
  sidebar,
  floating: list,
  wall,
  'badge-line': list,
  'badge-card': list,
  'badge-sources': list,
  'badge-ribbon': list,
  'badge-corner': list,
  'badge-picture': list,
};
