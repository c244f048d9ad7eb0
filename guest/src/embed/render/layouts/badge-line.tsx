/// <reference path="../../../css.d.ts" />
/** One line in the text around it: mark, average, stars and count of each source. */

import badgeRules from '../badge.embed.css';
import { Sources } from '../badge.tsx';
import { flowHeight, flowWidth, linksHeight, notesHeight } from '../badge-heights.ts';
import { borderPx } from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { Footer } from '../parts.tsx';
import rules from './badge-line.embed.css';

const padding = { across: 2, along: 1.2 };
const narrowest = 16;
const line = { named: false, mark: 1.35, gap: 1.6, line: 1.65 } as const;

function View(props: LayoutProps) {
  return (
    <>
      <Sources {...props} named={false} />
      <Footer {...props} />
    </>
  );
}

function height(room: LayoutContext) {
  const inner = room.slot - padding.across;
  // The text below is as wide as the figures.
  const notes = Math.min(inner, Math.max(narrowest - padding.across, flowWidth(room, line)));
  const flow = flowHeight(room, inner, line);
  return {
    em: padding.along + flow + linksHeight(room, notes) + 0.3 + notesHeight(room, notes),
    px: borderPx,
  };
}

export const badgeLine: Layout = { View, rules: [...badgeRules, ...rules], height };
