/// <reference path="../../../css.d.ts" />
/** The wall layout: a page of its own that begins with the name of the business and large figures. */
import { plainText } from '../../../kit/plain-text.ts';
import { spacings } from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer } from '../parts.tsx';
import { countLines } from '../text-width.ts';
import { VisitorTools, visitorToolsHeight } from '../visitor-tools.tsx';
import { cardSlots, footerStripHeight, gapOf, panelOf, stripOf } from './cards.ts';
import { Columns, columnsHeight, columnsRules } from './columns.tsx';
import figuresRules from './figures.embed.css';
import { Figures, figuresHeight, hasFigures } from './figures.tsx';
import rules from './wall.embed.css';

/** Lengths of wall.embed.css in em: the name and its line, minimum width of a block of figures. */
const nameSize = 2;
const nameLine = 1.25;
const widestBlock = 19;

function View({ snapshot, texts }: LayoutProps) {
  return (
    <>
      {hasFigures(snapshot) && (
        <p className={classNames.wallName} dir="auto">
          {plainText(snapshot.businessName)}
        </p>
      )}
      <Figures snapshot={snapshot} texts={texts} bars={snapshot.settings.showHistogram} />
      <VisitorTools snapshot={snapshot} texts={texts} />
      <Columns snapshot={snapshot} texts={texts} />
      {snapshot.reviews.length === 0 && <EmptyMessage snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

function height(room: LayoutContext) {
  const { settings } = room.snapshot;
  const strip = stripOf(room);
  const em =
    headerHeight(room, strip) +
    visitorToolsHeight(room, panelOf(room), gapOf(settings)) +
    columnsHeight(room) +
    footerStripHeight(room) +
    2 * gapOf(settings);
  return { em, px: 4 * settings.border };
}

function headerHeight(room: LayoutContext, strip: number): number {
  const { settings, businessName } = room.snapshot;
  if (!hasFigures(room.snapshot)) return 0;
  const name = nameSize * nameLine * countLines(plainText(businessName), strip / nameSize - 1.2, 6);
  const together = Math.max(1, Math.floor(strip / widestBlock));
  const bars = settings.showHistogram ? 'below' : 'none';
  return name + 7 * spacings[settings.spacing] + figuresHeight(room, strip, { together, bars });
}

export const wall: Layout = {
  View,
  rules: [...columnsRules, ...figuresRules, ...rules],
  height,
  slots: cardSlots,
};
