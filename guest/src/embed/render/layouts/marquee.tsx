/// <reference path="../../../css.d.ts" />
/**
 * The marquee layout: a slow endless row of cards. Without script or autoplay, and for visitors who prefer reduced
 * motion, it is a row that scrolls. The markup contains each card once, and the script duplicates none.
 */
import cardsCss from '../cards.embed.css';
import type { Layout, LayoutProps } from '../layout.ts';
import { minify } from '../minify.ts';
import rowCss from '../row.embed.css';
import { CardsRow, cardsHeight } from '../row.tsx';
import css from './marquee.embed.css';

function View(props: LayoutProps) {
  return <CardsRow {...props} band className={props.snapshot.settings.autoplay ? 'l ml' : 'l'} />;
}

export const marquee: Layout = {
  View,
  css: minify(rowCss + cardsCss + css),
  height: cardsHeight,
  client: 'moving',
};
