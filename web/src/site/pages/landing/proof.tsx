/** In place of praise that would have to be invented: live widgets with sample data, and facts that can be checked. */

import { type LookSettings, lookSettings } from '@kindling/contract/embed-looks';
import type { EmbedLook } from '@kindling/contract/embed-settings';
import type { ReactNode } from 'react';
import { LiveEmbed } from '../../live/live-embed.tsx';
import { liveSnapshot, type SampleReview } from '../../live/sample-data.ts';
import { rich } from '../rich-text.tsx';
import type { LandingProps } from './landing-props.ts';

type Layout = 'list' | 'sidebar' | 'badge-card' | 'badge-line' | 'badge-sources';

interface Piece {
  layout: Layout;
  look: EmbedLook;
  keys?: readonly SampleReview[];
}

/** Three columns of unequal pieces; each review appears once. */
const columns: readonly (readonly Piece[])[] = [
  [
    { layout: 'badge-card', look: 'night' },
    { layout: 'badge-line', look: 'bold' },
  ],
  [
    { layout: 'list', look: 'newspaper', keys: ['f'] },
    { layout: 'badge-sources', look: 'harbor' },
  ],
  [
    { layout: 'list', look: 'terracotta', keys: ['h'] },
    { layout: 'sidebar', look: 'rounded', keys: ['j'] },
  ],
];

/** The test that fails above the size that the page names. */
const sizeTest = 'guest/src/embed/render/render-embed.test.ts';

export function Wall(props: LandingProps) {
  return (
    <div className="wall">
      {columns.map((pieces) => (
        <div key={pieces[0]?.look} className="wall-column">
          {pieces.map((piece) => (
            <WallPiece key={piece.look} {...props} piece={piece} />
          ))}
        </div>
      ))}
    </div>
  );
}

function WallPiece({ texts, site, brand, language, piece }: LandingProps & { piece: Piece }) {
  const { layout, look, keys } = piece;
  const ofLook: LookSettings = lookSettings[look];
  const snapshot = liveSnapshot({
    settings: {
      ...ofLook,
      layout,
      date: 'none',
      showHeader: false,
      clampLines: 0,
      ...(keys === undefined ? {} : { limit: keys.length }),
    },
    texts: { site, gallery: texts['site-gallery'] },
    brand: brand.name,
    language,
    ...(keys === undefined ? {} : { keys }),
  });
  return (
    <figure>
      <LiveEmbed snapshot={snapshot} label={texts.widgets.preset[look]} />
      <figcaption>
        <b>{texts.widgets.preset[look]}</b>
        <span className="mark">{site.sample.label}</span>
      </figcaption>
    </figure>
  );
}

export function Facts({ texts: { proof }, href }: LandingProps) {
  const facts: { key: 'request' | 'size' | 'cookies' | 'source'; more: ReactNode }[] = [
    { key: 'request', more: proof.request.source },
    { key: 'size', more: rich(proof.size.source, { test: <code>{sizeTest}</code> }) },
    { key: 'cookies', more: proof.cookies.source },
    {
      key: 'source',
      more: (
        <a className="link" href={href('/self-host')}>
          {proof.source.source}
        </a>
      ),
    },
  ];
  return (
    <dl className="facts">
      {facts.map(({ key, more }) => (
        <div key={key}>
          <dt>
            <b>{proof[key].figure}</b>
            <span className="facts-what">{proof[key].what}</span>
          </dt>
          <dd>{more}</dd>
        </div>
      ))}
    </dl>
  );
}
