/** The masonry layout: cards with their own height in columns, each read from top to bottom. */
import { headerHeight } from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { EmptyMessage, Footer, Header } from '../parts.tsx';
import { VisitorTools, visitorToolsHeight } from '../visitor-tools.tsx';
import { cardSlots, footerStripHeight, gapOf, panelOf, stripOf } from './cards.ts';
import { Columns, columnsHeight, columnsRules } from './columns.tsx';

function View({ snapshot, texts }: LayoutProps) {
  return (
    <>
      <Header snapshot={snapshot} texts={texts} />
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
  const around =
    headerHeight(room, strip) +
    visitorToolsHeight(room, panelOf(room), gapOf(settings)) +
    footerStripHeight(room) +
    2 * gapOf(settings);
  return { em: around + columnsHeight(room), px: 4 * settings.border };
}

export const masonry: Layout = { View, rules: columnsRules, height, slots: cardSlots };
