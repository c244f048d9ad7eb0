/// <reference path="../../../css.d.ts" />
/** All sources below each other in one card, each with its own figures. */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import badgeRules from '../badge.embed.css';
import { NamedSources } from '../badge.tsx';
import { figureFacts, noFiguresText } from '../badge-facts.ts';
import { badgeLine, linksHeight, notesHeight } from '../badge-heights.ts';
import { borderPx, spacings, sum } from '../heights.ts';
import type { Layout, LayoutContext } from '../layout.ts';
import { countLines } from '../text-width.ts';
import rules from './badge-sources.embed.css';

const widest = 27;
const sides = 2.5;
/** From this width on, with any border, figures are beside the name. */
const sideBySide = 24;
/** Mark and its gap. */
const mark = 3.2;

function height(room: LayoutContext) {
  const { snapshot, texts } = room;
  const { figures, settings } = snapshot;
  const inner = Math.min(widest, room.slot) - sides;
  const around = 2 * spacings[settings.spacing];
  const wide = inner + sides >= sideBySide;
  const column = wide ? (inner - mark) / 2 : inner - mark;
  const rows = figures.map((figure) => {
    const facts = figureFacts(figure, texts);
    const words = facts.count ?? (facts.empty ? texts.text('none') : '');
    const texted = [facts.source, facts.recommends ?? '', facts.recommendsNot ?? '', words];
    const lines = texted.map((text) =>
      text === '' ? 0 : 0.1 + badgeLine * countLines(text, Math.max(1, column - 1.7), 4),
    );
    const [name = 0, good = 0, bad = 0, count = 0] = lines;
    const score = good + bad + (facts.stars === null ? 0 : 2.3);
    // Side by side in the wide form, below each other in the narrow one.
    return around + Math.max(2.3, wide ? Math.max(name + count, score) : name + count + score);
  });
  const none =
    figures.length === 0 ? around + badgeLine * countLines(noFiguresText(snapshot, texts), inner, 4) : 0;
  const links = linksHeight(room, inner);
  const em = none + sum(rows) + (links > 0 ? links + 1 : 0) + 1.4 + notesHeight(room, inner);
  return { em, px: borderPx + figures.length };
}

const slots = ({ textSize, border }: EmbedSettings): number[] => [sideBySide * textSize + 2 * border];

export const badgeSources: Layout = {
  View: NamedSources,
  rules: [...badgeRules, ...rules],
  height,
  slots,
};
