/** The layouts by name. */
import type { EmbedLayout } from '@kindling/contract/embed-settings';
import type { Snapshot } from '@kindling/contract/embeds';
import { lapsedLayout } from './lapsed.tsx';
import type { Layout } from './layout.ts';
import { badgeCard } from './layouts/badge-card.tsx';
import { badgeCorner } from './layouts/badge-corner.tsx';
import { badgeLine } from './layouts/badge-line.tsx';
import { badgePicture } from './layouts/badge-picture.tsx';
import { badgeRibbon } from './layouts/badge-ribbon.tsx';
import { badgeSources } from './layouts/badge-sources.tsx';
import { carousel } from './layouts/carousel.tsx';
import { floating } from './layouts/floating.tsx';
import { grid } from './layouts/grid.tsx';
import { list } from './layouts/list.tsx';
import { marquee } from './layouts/marquee.tsx';
import { masonry } from './layouts/masonry.tsx';
import { mosaic } from './layouts/mosaic.tsx';
import { sidebar } from './layouts/sidebar.tsx';
import { spotlight } from './layouts/spotlight.tsx';
import { summary } from './layouts/summary.tsx';
import { toast } from './layouts/toast.tsx';
import { wall } from './layouts/wall.tsx';

export const layouts: Record<EmbedLayout, Layout> = {
  list,
  grid,
  masonry,
  carousel,
  marquee,
  spotlight,
  summary,
  sidebar,
  floating,
  wall,
  toast,
  mosaic,
  'badge-line': badgeLine,
  'badge-card': badgeCard,
  'badge-sources': badgeSources,
  'badge-ribbon': badgeRibbon,
  'badge-corner': badgeCorner,
  'badge-picture': badgePicture,
};

/** The layout of a snapshot: the one in its settings, unless its account's plan ended. */
export function layoutOf({ settings, lapsed }: Pick<Snapshot, 'settings' | 'lapsed'>): Layout {
  const usual = layouts[settings.layout];
  return lapsed === undefined ? usual : lapsedLayout(usual);
}
