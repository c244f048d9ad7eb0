/// <reference path="../../../css.d.ts" />
/**
 * The carousel layout: cards in a row that scrolls by swipe, wheel and arrow keys without a script. The script adds
 * buttons when they are useful, and automatic movement when the settings ask for it.
 */
import cardsCss from '../cards.embed.css';
import type { Layout } from '../layout.ts';
import { minify } from '../minify.ts';
import rowCss from '../row.embed.css';
import { CardsRow, cardsHeight } from '../row.tsx';
import css from './carousel.embed.css';

export const carousel: Layout = {
  View: CardsRow,
  css: minify(rowCss + cardsCss + css),
  height: cardsHeight,
  client: 'moving',
};
