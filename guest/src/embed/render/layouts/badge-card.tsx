/// <reference path="../../../css.d.ts" />
/** A small card for each source: its mark and name, the average in large figures, stars, count. */
import badgeCss from '../badge.embed.css';
import { NamedSources } from '../badge.tsx';
import { factsOf, noneText } from '../badge-facts.ts';
import { badgeLine, linksHeight, notesHeight } from '../badge-heights.ts';
import { morePx, spacings } from '../heights.ts';
import type { Layout, Room } from '../layout.ts';
import { linesOf } from '../measure.ts';
import { minify } from '../minify.ts';
import css from './badge-card.embed.css';

const panel = 16;
const sides = 2.5;

/** As many panels beside each other as there is room for, at least one; the tallest of a row counts. */
function height(room: Room) {
  const { snapshot, texts } = room;
  const { figures, settings } = snapshot;
  const inner = Math.min(panel, room.slot) - sides;
  const around = 3.2 * spacings[settings.spacing];
  const panels = figures.map((figure) => {
    const facts = factsOf(figure, texts);
    const words = facts.count ?? (facts.empty ? texts.text('none') : '');
    const rows = (text: string | null, size: number) =>
      text === null || text === '' ? 0 : linesOf(text, Math.max(1, inner / size), 4) * size * badgeLine + 0.4;
    const stars = facts.stars === null ? 0 : 5.2;
    const thumbs = rows(facts.recommends, 1.3) + (facts.recommends === null ? 0 : 2.2);
    return (
      around +
      2.8 +
      rows(facts.source, 1) +
      stars +
      thumbs +
      rows(facts.recommendsNot, 1) +
      1 +
      rows(words, 0.9)
    );
  });
  const beside = Math.max(1, Math.floor(room.slot / panel));
  let em = figures.length === 0 ? around + linesOf(noneText(snapshot, texts), inner, 4) * badgeLine : 0;
  for (let first = 0; first < panels.length; first += beside)
    em += Math.max(...panels.slice(first, first + beside));
  const links = linksHeight(room, inner);
  return {
    em: em + (links > 0 ? links + 0.8 : 0) + 1.4 + notesHeight(room, inner),
    px: morePx + panels.length,
  };
}

export const badgeCard: Layout = { View: NamedSources, css: minify(badgeCss) + minify(css), height };
