/// <reference path="../../../css.d.ts" />
/** A slim band over the full width with all sources in a row. */
import badgeRules from '../badge.embed.css';
import { Sources } from '../badge.tsx';
import { flowHeight, linksHeight, notesHeight } from '../badge-heights.ts';
import { borderPx, spacings } from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { Footer } from '../parts.tsx';
import rules from './badge-ribbon.embed.css';

const sides = 2.5;

function View(props: LayoutProps) {
  return (
    <>
      <Sources {...props} named />
      <Footer {...props} />
    </>
  );
}

function height(room: LayoutContext) {
  const inner = room.slot - sides;
  const around = 1.8 * spacings[room.snapshot.settings.spacing];
  const flow = flowHeight(room, inner, { named: true, mark: 1.6, gap: 3, line: 1.8 });
  return { em: around + flow + linksHeight(room, inner) + 0.3 + notesHeight(room, inner), px: borderPx };
}

export const badgeRibbon: Layout = { View, rules: [...badgeRules, ...rules], height };
