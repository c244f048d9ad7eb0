/**
 * The drawing of a badge: only shapes and outlines, 320 units wide. The picture and the layout of that name share it.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { Fragment, type ReactNode } from 'react';
import { sourceDrawings } from '../../../kit/source-mark.tsx';
import { filledWidth, fiveStars } from '../../../kit/stars.tsx';
import type { Texts } from '../../../kit/texts.ts';
import { thumbUp } from '../../../kit/thumb.tsx';
import { figureFacts, noFiguresText } from '../badge-facts.ts';
import type { FigureData } from '../figure-texts.ts';
import type { Palette } from '../palette.tsx';
import { outline, outlineWidth, scaleOf, type Weight, wrap } from './outline.ts';

export const width = 320;
export const padding = 22;
const mark = 34;
const column = padding + mark + 16;
const columnWidth = width - column - padding;
const between = 18;

/** The class of each color, so that a style sheet can give it another value. */
export const toneClasses = {
  fore: classNames.toneFore,
  muted: classNames.toneMuted,
  line: classNames.toneLine,
  stars: classNames.toneStars,
  accent: classNames.toneAccent,
} as const;
type Tone = keyof typeof toneClasses;
export const tones = ['fore', 'muted', 'line', 'stars', 'accent'] as const satisfies readonly Tone[];

export type Block = { readonly height: number; readonly node: ReactNode };
type DrawContext = { readonly palette: Palette; readonly texts: Texts };

type OutlinedTextProps = {
  readonly text: string;
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly weight: Weight;
  readonly tone: Tone;
  readonly palette: Palette;
};

/** Text without glyphs for all its letters becomes an SVG text, fitted into the estimated width. */
export function OutlinedText({ text, x, y, size, weight, tone, palette }: OutlinedTextProps) {
  const paint = { className: toneClasses[tone], fill: palette[tone] };
  const path = outline(text, weight);
  if (path !== null)
    return <path {...paint} transform={`translate(${x} ${y}) scale(${scaleOf(size)})`} d={path} />;
  return (
    <text
      {...paint}
      x={x}
      y={y}
      fontFamily="system-ui, sans-serif"
      fontSize={size}
      fontWeight={weight === 'strong' ? 700 : 500}
      textLength={Math.round(outlineWidth(text, size, weight))}
      lengthAdjust="spacingAndGlyphs"
    >
      {text}
    </text>
  );
}

type TextStyle = {
  readonly size: number;
  readonly line: number;
  readonly weight: Weight;
  readonly tone: Tone;
};
const strong: TextStyle = { size: 17, line: 24, weight: 'strong', tone: 'fore' };
const calm: TextStyle = { size: 13, line: 19, weight: 'text', tone: 'muted' };

/** Wrapped lines below each other from the top `y`. */
export function drawLines(
  text: string,
  type: TextStyle,
  place: { x: number; y: number; width: number },
  palette: Palette,
): Block {
  const broken = wrap(text, place.width, type.size, type.weight);
  return {
    height: broken.length * type.line,
    node: broken.map((one, index) => {
      const y = place.y + index * type.line + (type.line + type.size * 0.72) / 2;
      const { size, weight, tone } = type;
      const key = `${index} ${one}`;
      return (
        <OutlinedText key={key} text={one} x={place.x} y={round(y)} {...{ size, weight, tone, palette }} />
      );
    }),
  };
}

/** All sources below each other with separator lines; the height includes the margins above and below. */
export function drawFigures(snapshot: Snapshot, brush: DrawContext): Block {
  const { figures } = snapshot;
  let y = padding;
  if (figures.length === 0) {
    const place = { x: padding, y, width: width - 2 * padding };
    const none = drawLines(noFiguresText(snapshot, brush.texts), strong, place, brush.palette);
    return { height: y + none.height + padding, node: none.node };
  }
  const nodes = figures.map((figure, index) => {
    const row = drawFigure(figure, y, brush);
    const rule = index === 0 ? null : <SeparatorLine y={y - between} palette={brush.palette} />;
    y += row.height + 2 * between;
    return (
      <Fragment key={figure.source}>
        {rule}
        {row.node}
      </Fragment>
    );
  });
  return { height: Math.ceil(y - 2 * between + padding), node: nodes };
}

export function SeparatorLine({ y, palette }: { readonly y: number; readonly palette: Palette }) {
  return (
    <path
      className={toneClasses.line}
      fill={palette.line}
      d={`M${padding} ${round(y)}h${width - 2 * padding}v1h-${width - 2 * padding}z`}
    />
  );
}

function drawFigure(figure: FigureData, top: number, { palette, texts }: DrawContext): Block {
  const facts = figureFacts(figure, texts);
  const nodes: ReactNode[] = [];
  let y = top;
  const put = (key: string, block: Block) => {
    nodes.push(<Fragment key={key}>{block.node}</Fragment>);
    y += block.height;
  };
  const at = (indent = 0) => ({ x: column + indent, y, width: columnWidth - indent });
  if (facts.stars !== null) put('stars', drawStars(figure.average ?? 0, facts.stars.average, y, palette));
  if (facts.empty) put('none', drawLines(texts.text('none'), strong, at(), palette));
  if (facts.recommends !== null) {
    nodes.push(<ThumbMark key="up" up y={y + 2} palette={palette} />);
    put('recommend', drawLines(facts.recommends, strong, at(28), palette));
  }
  if (facts.recommendsNot !== null) {
    nodes.push(<ThumbMark key="down" up={false} y={y + 1} palette={palette} />);
    put('recommendNot', drawLines(facts.recommendsNot, { ...calm, line: 22 }, at(28), palette));
  }
  const named = facts.count === null ? facts.source : `${facts.source} · ${facts.count}`;
  put('count', drawLines(named, calm, at(), palette));
  const height = Math.max(mark, y - top);
  nodes.push(
    <svg
      key="mark"
      x={padding}
      y={round(top + (height - mark) / 2)}
      width={mark}
      height={mark}
      viewBox="0 0 24 24"
      color={palette.muted}
      strokeWidth="4.6"
      aria-hidden
    >
      {sourceDrawings[figure.source]}
    </svg>,
  );
  return { height, node: nodes };
}

function drawStars(rating: number, average: string, y: number, palette: Palette): Block {
  const size = 30;
  const x = round(column + outlineWidth(average, size, 'strong') + 10);
  return {
    height: 36,
    node: (
      <>
        <OutlinedText
          text={average}
          x={column}
          y={y + 27}
          size={size}
          weight="strong"
          tone="fore"
          palette={palette}
        />
        <svg x={x} y={y + 4} width="110" height="22" viewBox="0 0 100 20" aria-hidden>
          <path className={toneClasses.line} fill={palette.line} d={fiveStars} />
          <svg width={filledWidth(rating)} height="20" aria-hidden>
            <path className={toneClasses.stars} fill={palette.stars} d={fiveStars} />
          </svg>
        </svg>
      </>
    ),
  };
}

type ThumbProps = { readonly up: boolean; readonly y: number; readonly palette: Palette };

function ThumbMark({ up, y, palette }: ThumbProps) {
  const tone = up ? 'accent' : 'muted';
  return (
    <svg x={column} y={round(y)} width="20" height="20" viewBox="0 0 24 24" aria-hidden>
      <path
        className={toneClasses[tone]}
        fill={palette[tone]}
        {...(up ? {} : { transform: 'rotate(180 12 12)' })}
        d={thumbUp}
      />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
