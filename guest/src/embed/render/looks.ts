/// <reference path="../../css.d.ts" />
/** The looks by name. Metrics repeat lengths of the style sheets. */
import type { EmbedLook } from '@kindling/contract/embed-settings';
import type { Look, LookMetrics } from './look.ts';
import bigQuoteRules from './looks/big-quote.embed.css';
import boldRules from './looks/bold.embed.css';
import chalkboardRules from './looks/chalkboard.embed.css';
import dayAndNightRules from './looks/day-and-night.embed.css';
import editorialRules from './looks/editorial.embed.css';
import glassRules from './looks/glass.embed.css';
import harborRules from './looks/harbor.embed.css';
import markerRules from './looks/marker.embed.css';
import minimalRules from './looks/minimal.embed.css';
import neonRules from './looks/neon.embed.css';
import newspaperRules from './looks/newspaper.embed.css';
import nightRules from './looks/night.embed.css';
import noteRules from './looks/note.embed.css';
import polaroidRules from './looks/polaroid.embed.css';
import receiptRules from './looks/receipt.embed.css';
import ringRules from './looks/ring.embed.css';
import roundedRules from './looks/rounded.embed.css';
import scoreboardRules from './looks/scoreboard.embed.css';
import shopWindowRules from './looks/shop-window.embed.css';
import speechRules from './looks/speech.embed.css';
import swissRules from './looks/swiss.embed.css';
import terracottaRules from './looks/terracotta.embed.css';
import ticketRules from './looks/ticket.embed.css';
import timelineRules from './looks/timeline.embed.css';
import typewriterRules from './looks/typewriter.embed.css';

export const looks: Record<EmbedLook, Look> = {
  paper: { rules: [] },
  night: { rules: nightRules, metrics: { more: 0, list: { along: 1, across: 2 }, name: 1.05 } },
  'day-and-night': { rules: dayAndNightRules, metrics: { more: 0.5 } },
  minimal: { rules: minimalRules, header: 'line', metrics: { picture: 0, prose: { size: 1.067 } } },
  editorial: {
    rules: editorialRules,
    header: 'line',
    emphasis: 'first-words',
    metrics: { picture: 0, more: 0.5, prose: { size: 1.2, line: 1.5 }, name: 1.06 },
  },
  'big-quote': {
    rules: bigQuoteRules,
    header: 'line',
    metrics: { more: 2.4, prose: { size: 1.2, line: 1.5, letters: 1.06 } },
  },
  speech: { rules: speechRules, header: 'line', metrics: { more: 0.2, prose: { along: 1.8, across: 2.4 } } },
  note: { rules: noteRules, metrics: { more: 0.3, list: { along: 2.8, across: 2.4 } } },
  polaroid: { rules: polaroidRules, metrics: { above: 8.3, column: 10.8, author: 1.6, more: 0.1 } },
  ticket: {
    rules: ticketRules,
    stars: 'hole',
    metrics: { author: 1.1, list: { along: 1, across: 2 }, name: 1.08 },
  },
  receipt: { rules: receiptRules, header: 'line', metrics: { picture: 0, footer: 0.2, more: 0.1 } },
  chalkboard: { rules: chalkboardRules, metrics: { name: 1.1 } },
  glass: { rules: glassRules, metrics: { more: 0.2, list: { along: 1, across: 2 } } },
  ring: { rules: ringRules, metrics: { above: 5.8 } },
  timeline: { rules: timelineRules, metrics: { picture: 0, list: { along: 0, across: 1.7 } } },
  swiss: { rules: swissRules, metrics: { picture: 0, more: 3.9, name: 1.05 } },
  bold: { rules: boldRules, metrics: { more: 0.5, list: { along: 2.35, across: 2.35 }, name: 1.16 } },
  rounded: { rules: roundedRules, stars: 'number', metrics: { list: { along: 1, across: 2 } } },
  'shop-window': { rules: shopWindowRules, metrics: { header: 1, more: 0.2, list: { along: 1, across: 2 } } },
  newspaper: {
    rules: newspaperRules,
    header: 'line',
    emphasis: 'first-words',
    metrics: { picture: 0, header: 0.4, prose: { line: 1.5 }, name: 1.16 },
  },
  neon: { rules: neonRules, metrics: { more: 0.4, list: { along: 2.4, across: 2.4 } } },
  terracotta: { rules: terracottaRules, metrics: { author: 0.5, list: { along: 1, across: 2 }, name: 1.05 } },
  harbor: { rules: harborRules, metrics: { name: 1.25 } },
  typewriter: { rules: typewriterRules, metrics: { footer: 0.2 } },
  marker: {
    rules: markerRules,
    emphasis: 'phrase',
    metrics: { picture: 0, more: 0.2, prose: { size: 1.067 }, name: 1.1 },
  },
  scoreboard: { rules: scoreboardRules, stars: 'number', metrics: { picture: 0, header: 4 } },
};

const none: LookMetrics = {};

export function metricsOf({ look }: { readonly look: EmbedLook }): LookMetrics {
  return looks[look].metrics ?? none;
}
