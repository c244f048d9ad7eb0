/// <reference path="../../../css.d.ts" />
/** The sidebar layout: a narrow column of compact reviews for the sidebar of a page. */
import {
  borderPx,
  footerHeight,
  headerHeight,
  listCard,
  pageHeights,
  reviewHeight,
  sum,
} from '../heights.ts';
import type { Layout, LayoutContext } from '../layout.ts';
import { list } from './list.tsx';
import rules from './sidebar.embed.css';

/** Lengths of sidebar.embed.css in em. */
const widestPanel = 23;
const padding = 1.1;
/** The text size of a review as a share of the embed's. */
const reviewSize = 0.933;

function height(room: LayoutContext) {
  const panel = Math.min(widestPanel, room.slot);
  const inner = panel - 2 * padding;
  const card = listCard(room.snapshot.settings, inner / reviewSize);
  const { heights, more } = pageHeights(
    room,
    (review) => reviewSize * (reviewHeight(review, room, card.inner) + card.along),
  );
  const em = headerHeight(room, inner) + sum(heights) + more + footerHeight(room, inner);
  return { em, px: heights.length + borderPx };
}

/** Sidebars are narrow on wide pages too, so the width of the slot counts, from 240 px on. */
export const sidebar: Layout = { View: list.View, rules, height, slots: () => [240, 320] };
