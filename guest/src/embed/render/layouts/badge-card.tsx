/// <reference path="../../../css.d.ts" />
/** A small card for each source: mark and name, the average in large figures, stars, count. */
import badgeRules from '../badge.embed.css';
import { NamedSources } from '../badge.tsx';
import { figureFacts, noFiguresText } from '../badge-facts.ts';
import { badgeLine, linksHeight, notesHeight } from '../badge-heights.ts';
import { borderPx, spacings, sum } from '../heights.ts';
import type { Layout, LayoutContext } from '../layout.ts';
import { countLines } from '../text-width.ts';
import rules from './badge-card.embed.css';

const panel = 16;
const sides = 2.5;
/** From the style sheet: gaps in a panel, sizes of its texts. */
const gap = 0.4;
const mark = 2.5;
const stars = 5;
const thumb = 1.8;
const good = 1.3;
const calm = 0.867;
const calmThumb = 1.5;
/** Padding of the links to write a review, in place of that of other badges. */
const linkPadding = 2.1 - 0.8;

/** As many panels in a row as fit, at least one; the tallest of a row counts. */
function height(room: LayoutContext) {
  const { snapshot, texts } = room;
  const { figures, settings } = snapshot;
  const inner = Math.min(panel, room.slot) - sides;
  const around = 3.2 * spacings[settings.spacing];
  const panels = figures.map((figure) => {
    const facts = figureFacts(figure, texts);
    const words = facts.count ?? (facts.empty ? texts.text('none') : '');
    // Includes the gap above each.
    const rows = (text: string | null, size: number, column = inner) =>
      text === null || text === ''
        ? 0
        : gap + countLines(text, Math.max(1, column / size), 4) * size * badgeLine;
    const parts = [
      mark,
      rows(facts.source, 1),
      facts.stars === null ? 0 : stars,
      facts.recommends === null ? 0 : thumb + rows(facts.recommends, good),
      facts.stars === null || facts.recommends === null ? 0 : 2 * gap,
      rows(facts.recommendsNot, calm, inner - calmThumb),
      rows(words, calm),
    ];
    return around + sum(parts);
  });
  const beside = Math.max(1, Math.floor(room.slot / panel));
  let em =
    figures.length === 0 ? around + countLines(noFiguresText(snapshot, texts), inner, 4) * badgeLine : 0;
  for (let first = 0; first < panels.length; first += beside)
    em += Math.max(...panels.slice(first, first + beside));
  const below = Math.min(panel * Math.max(1, Math.min(beside, panels.length)), room.slot) - sides;
  const links = linksHeight(room, below);
  return {
    em: em + (links > 0 ? links + linkPadding : 0) + 1.4 + notesHeight(room, below),
    px: borderPx + panels.length,
  };
}

export const badgeCard: Layout = { View: NamedSources, rules: [...badgeRules, ...rules], height };
