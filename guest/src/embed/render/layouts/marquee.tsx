/// <reference path="../../../css.d.ts" />
/**
 * The marquee layout: a slow endless row of cards. Without script or autoplay, and for visitors who prefer reduced
 * motion, it is a row that scrolls. The markup contains each card once, and the script duplicates none.
 */
import cardsRules from '../cards.embed.css';
import type { Layout, LayoutProps } from '../layout.ts';
import rowRules from '../row.embed.css';
import { CardsRow, cardsHeight } from '../row.tsx';
import rules from './marquee.embed.css';

const moving = `${classNames.row} ${classNames.movingRow}`;

function View(props: LayoutProps) {
  return <CardsRow {...props} band className={props.snapshot.settings.autoplay ? moving : classNames.row} />;
}

export const marquee: Layout = {
  View,
  rules: [...rowRules, ...cardsRules, ...rules],
  height: cardsHeight,
  client: 'moving',
};
