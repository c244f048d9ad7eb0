/// <reference path="../../../css.d.ts" />
/**
 * The carousel layout: cards in a row that scrolls by swipe, wheel and arrow keys without a script. The script adds
 * buttons when they are useful, and automatic movement when the settings ask for it.
 */
import cardsRules from '../cards.embed.css';
import type { Layout } from '../layout.ts';
import rowRules from '../row.embed.css';
import { CardsRow, cardsHeight } from '../row.tsx';
import rules from './carousel.embed.css';

export const carousel: Layout = {
  View: CardsRow,
  rules: [...rowRules, ...cardsRules, ...rules],
  height: cardsHeight,
  client: 'moving',
};
