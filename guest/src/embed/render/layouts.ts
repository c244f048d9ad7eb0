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
  'badge-line': badgeLine,
  'badge-card': badgeCard,
  'badge-sources': badgeSources,
  'badge-ribbon': badgeRibbon,
  'badge-corner': badgeCorner,
  'badge-picture': badgePicture,
};
