/// <reference path="../../../css.d.ts" />
/** The wall layout: a page of its own, opened by the name of the business and large figures. */
import { plainText } from '../../../kit/plain-text.ts';
import { footerHeight, headerHeight, morePx } from '../heights.ts';
import type { Layout, LayoutProps, Room } from '../layout.ts';
import { linesOf } from '../measure.ts';
import { minify } from '../minify.ts';
import { Empty, Footer, Header } from '../parts.tsx';
import { cardSlots, gapOf, stripOf } from './cards.ts';
import { Columns, columnsCss, columnsHeight } from './columns.tsx';
import css from './wall.embed.css';

/** Lengths of wall.embed.css in em: the name, its line, what the larger figures and the padding add. */
const nameSize = 2;
const nameLine = 1.25;
const moreThanHeader = 6;

function View({ snapshot, texts }: LayoutProps) {
  return (
    <>
      {snapshot.settings.showHeader && (
        <p className="wn" dir="auto">
          {plainText(snapshot.businessName)}
        </p>
      )}
      <Header snapshot={snapshot} texts={texts} />
      <Columns snapshot={snapshot} texts={texts} />
      {snapshot.reviews.length === 0 && <Empty snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

function height(room: Room) {
  const { settings, businessName } = room.snapshot;
  const strip = stripOf(room);
  const name = nameSize * nameLine * linesOf(plainText(businessName), strip / nameSize, 6);
  const header = settings.showHeader ? headerHeight(room, strip) + name + moreThanHeader : 0;
  const em = header + columnsHeight(room) + footerHeight(room, strip) + 2 * gapOf(settings);
  return { em, px: morePx + 6 * settings.border };
}

export const wall: Layout = { View, css: columnsCss + minify(css), height, slots: cardSlots };
