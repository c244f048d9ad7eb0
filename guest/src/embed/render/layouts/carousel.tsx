/// <reference path="../../../css.d.ts" />
/**
 * The carousel layout: cards in a row that scrolls by swipe, wheel and arrow keys without any script. The script adds
 * buttons where they are of use, and moves the row by itself where the settings want it.
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
