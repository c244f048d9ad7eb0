/// <reference path="../../../css.d.ts" />
/**
 * The mosaic layout: the authors' pictures as tiles of several sizes, each of which opens its review below its row, and the
 * figures in the largest. Tiles are `details` beside their reviews with a rule that shows those of open ones, so it works
 * without a script; the script moves the focus (client/shared/tiles.ts).
 */
import type { EmbedSettings } from '@kindling/contract/embed-settings';
import type { Snapshot, SnapshotReview } from '@kindling/contract/embeds';
import { Fragment } from 'react';
import { displayName } from '../../../kit/author.ts';
import { Stars } from '../../../kit/stars.tsx';
import type { Texts } from '../../../kit/texts.ts';
import { Thumb } from '../../../kit/thumb.tsx';
import { verdictText } from '../figure-texts.ts';
import { headerHeight, lineHeight, shadowMargin, spacings } from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { Avatar, EmptyMessage, Footer, Header, Review } from '../parts.tsx';
import cardsRules from './cards.embed.css';
import { footerStripHeight, gapOf, panelOf } from './cards.ts';
import rules from './mosaic.embed.css';
import { quadSizes, wideQuads } from './quads.ts';

/** Lengths of mosaic.embed.css in em: from which width a mosaic has these columns of squares of this height. */
const tiers = [
  { from: 0, columns: 2, height: 9.5 },
  { from: 26, columns: 2, height: 12.5 },
  { from: 36, columns: 4, height: 9.5 },
  { from: 48, columns: 4, height: 12.5 },
  { from: 62, columns: 4, height: 16 },
  { from: 80, columns: 4, height: 20 },
] as const;
const gap = 0.5;
const padding = 1.25;
/** Columns of the figures, and how much taller each row of them is where they are written larger. */
const figureColumns = 2;
const largerFrom = 48;
const larger = 1.1;

function View({ snapshot, texts }: LayoutProps) {
  const { reviews } = snapshot;
  if (reviews.length === 0)
    return (
      <>
        <Header snapshot={snapshot} texts={texts} />
        <EmptyMessage snapshot={snapshot} texts={texts} />
        <Footer snapshot={snapshot} texts={texts} />
      </>
    );
  const alone = reviews.length === 1 && taken(snapshot) === 0;
  return (
    <>
      <div className={alone ? `${classNames.mosaic} ${classNames.mostColumns1}` : classNames.mosaic}>
        <Header snapshot={snapshot} texts={texts} />
        {quadsOf(snapshot).map(({ tiles, className }) => (
          <Fragment key={tiles[0]?.review.id}>
            <div className={className}>
              {tiles.map((tile) => (
                <Tile key={tile.review.id} {...tile} settings={snapshot.settings} texts={texts} />
              ))}
            </div>
            {tiles.map(({ review }) => (
              <Review key={review.id} review={review} snapshot={snapshot} texts={texts} />
            ))}
          </Fragment>
        ))}
      </div>
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

type Shape = 'small' | 'wide' | 'tall' | 'large';
type TileData = { readonly review: SnapshotReview; readonly shape: Shape };

const shapeClasses: Record<Shape, string> = {
  small: classNames.tile,
  wide: `${classNames.tile} ${classNames.tileWide}`,
  tall: `${classNames.tile} ${classNames.tileTall}`,
  large: `${classNames.tile} ${classNames.tileLarge}`,
};

/** By the number of tiles in a square: two arrangements that take turns, in the order of reading. */
const arrangements: Readonly<Record<number, readonly (readonly Shape[])[]>> = {
  1: [['large'], ['large']],
  2: [
    ['wide', 'wide'],
    ['tall', 'tall'],
  ],
  3: [
    ['wide', 'small', 'small'],
    ['small', 'small', 'wide'],
  ],
  4: [
    ['small', 'small', 'small', 'small'],
    ['small', 'small', 'small', 'small'],
  ],
};

function quadsOf(snapshot: Snapshot): { tiles: readonly TileData[]; className: string }[] {
  const { reviews } = snapshot;
  const sizes = quadSizes(reviews.length, taken(snapshot));
  const firstWide = sizes.length - wideQuads(reviews.length, taken(snapshot));
  let before = 0;
  return sizes.map((size, index) => {
    const own = reviews.slice(before, before + size);
    before += size;
    const shapes = arrangements[size]?.[index % 2] ?? [];
    return {
      tiles: own.map((review, place) => ({ review, shape: shapes[place] ?? 'small' })),
      className: index < firstWide ? classNames.quad : `${classNames.quad} ${classNames.quadWide}`,
    };
  });
}

/** The squares that the figures take. */
function taken({ settings, figures }: Snapshot): number {
  return settings.showHeader && figures.length > 0 ? figureColumns : 0;
}

type TileProps = TileData & { readonly settings: EmbedSettings; readonly texts: Texts };

/**
 * The review itself follows the square, so it is no content of the `details`. Where browsers can, one is open at a time. Who wrote
 * and how is the name of each tile; small ones hide it from view.
 */
function Tile({ review, shape, settings, texts }: TileProps) {
  const { attribution, authorName, photo, rating, recommendation } = review;
  const name = displayName(authorName, attribution ? 'full' : settings.author);
  const verdict = verdictText(review, texts);
  return (
    <details className={shapeClasses[shape]} name="tile">
      <summary>
        <Avatar name={name} photo={settings.photo === 'photo' ? photo : undefined} />
        <span className={classNames.tileFacts}>
          <b dir="auto">{name ?? texts.text('anonymous')}</b>
          {rating !== null && (
            <Stars
              rating={rating}
              label={texts.plural('stars', rating, { rating: texts.integer(rating) })}
              digits={texts.integer(rating)}
            />
          )}
          {rating === null && verdict !== null && (
            <span className={classNames.fact}>
              <Thumb up={recommendation === 'positive'} />
              {verdict}
            </span>
          )}
        </span>
      </summary>
    </details>
  );
}

/** Nothing is open at first, so texts do not count. */
function height(room: LayoutContext) {
  const { snapshot } = room;
  const { settings, reviews } = snapshot;
  const footer = footerStripHeight(room) + gapOf(settings);
  // The shadows of the first row have a padding above.
  const px = 4 * settings.border + 0.6 * shadowMargin[settings.shadow];
  const panel = panelOf(room);
  const around = gap * spacings[settings.spacing];
  const usual = tiers.findLast(({ from }) => panel >= from) ?? tiers[0];
  if (reviews.length === 0) {
    const header = headerHeight(room, insideOf(room, panel));
    return { em: header + 5 + 3 * lineHeight + footer + gapOf(settings), px };
  }
  const figures = taken(snapshot);
  const tier = figures === 0 && reviews.length === 1 ? { ...usual, columns: 2 } : usual;
  const cells = figures + quadSizes(reviews.length, figures).length + wideQuads(reviews.length, figures);
  const rows = Math.ceil(cells / tier.columns);
  const header = figures === 0 ? 0 : figuresHeight(room, panel, tier.columns, around);
  // The figures stand alone in the first row of a narrow mosaic, else beside squares that become as tall.
  const first = figures === 0 || tier.columns > figures ? Math.max(tier.height, header) : header;
  return { em: first + (rows - 1) * (tier.height + around) + footer, px };
}

function figuresHeight(room: LayoutContext, panel: number, columns: number, around: number): number {
  const share = figureColumns / columns;
  const width = share * (panel + around) - around;
  const { length } = room.snapshot.figures;
  return headerHeight(room, insideOf(room, width)) + (panel >= largerFrom ? larger * length : 0);
}

/** Inner width of a card of this width. */
function insideOf({ snapshot: { settings } }: LayoutContext, width: number): number {
  return width - 2 * padding * spacings[settings.spacing] - (2 * settings.border) / settings.textSize;
}

const slots = ({ textSize, shadow }: EmbedSettings): number[] =>
  tiers.slice(1).map(({ from }) => from * textSize + 2 * shadowMargin[shadow]);

export const mosaic: Layout = {
  View,
  rules: [...cardsRules, ...rules],
  height,
  slots,
  client: 'opening',
};
