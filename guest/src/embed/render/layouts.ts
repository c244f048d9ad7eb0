/** Which layout is which. */
import type { EmbedLayout } from '@kindling/contract/embed-settings';
import type { Layout } from './layout.ts';
import { badgeCard } from './layouts/badge-card.tsx';
import { badgeCorner } from './layouts/badge-corner.tsx';
import { badgeLine } from './layouts/badge-line.tsx';
import { badgePicture } from './layouts/badge-picture.tsx';
import { badgeRibbon } from './layouts/badge-ribbon.tsx';
import { badgeSources } from './layouts/badge-sources.tsx';
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
  'badge-line': badgeLine,
  'badge-card': badgeCard,
  'badge-sources': badgeSources,
  'badge-ribbon': badgeRibbon,
  'badge-corner': badgeCorner,
  'badge-picture': badgePicture,
};
