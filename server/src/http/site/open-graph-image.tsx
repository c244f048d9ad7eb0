/**
 * The preview image of a link to a public page in a chat or a feed: 1200 x 630, the usual size of previews. satori does
 * the layout; it supports flex boxes but no style sheets, so the styles are on the elements.
 */
import { BrandMark } from '@kindling/design/brand-mark';
import { brandTokens, dark, light } from '@kindling/design/tokens';

export const imageSize = { width: 1200, height: 630 } as const;
/** Font names for satori: the Latin font file lacks letters that Serbian needs. */
export const imageFonts = 'Inter, Inter Ext';

export interface OpenGraphText {
  brand: string;
  title: string;
  description: string;
  /** Address of the page without scheme. */
  host: string;
  /** `#rrggbb`. */
  color: string;
}

/**
 * Maximum length of a title in characters, found by trial: longer titles of some languages would push the rest out of
 * the image.
 */
function titleSize(title: string): number {
  if (title.length <= 24) return 76;
  if (title.length <= 42) return 64;
  return 52;
}

export function OpenGraphImage({ brand, title, description, host, color }: OpenGraphText) {
  const { light: tones } = brandTokens(color);
  return (
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        background: light.surface,
        color: light.text,
        fontFamily: imageFonts,
      }}
    >
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: 748,
          padding: '64px 28px 60px 72px',
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', fontSize: 34, fontWeight: 700 }}>
          <BrandMark size={56} tile={tones.brand} />
          <span style={{ marginLeft: 18, letterSpacing: '-0.02em' }}>{brand}</span>
        </div>
        <div style={{ display: 'flex', flexDirection: 'column' }}>
          <div
            style={{
              display: 'block',
              fontSize: titleSize(title),
              fontWeight: 800,
              lineHeight: 1.08,
              letterSpacing: '-0.035em',
              lineClamp: 3,
            }}
          >
            {title}
          </div>
          <div
            style={{
              display: 'block',
              marginTop: 26,
              fontSize: 28,
              lineHeight: 1.42,
              color: light.muted,
              lineClamp: 3,
            }}
          >
            {description}
          </div>
        </div>
        <div style={{ display: 'flex', fontSize: 24, fontWeight: 700, color: tones.link }}>{host}</div>
      </div>
      <Slips brand={tones.brand} deep={tones['brand-hover']} soft={tones['brand-soft']} />
    </div>
  );
}

interface SlipProps {
  at: readonly [x: number, y: number];
  /** Degrees. */
  turn: number;
  stars: number;
  /** Lengths in px of the lines that represent the text. */
  lines: readonly number[];
  /** Background of the author's picture. */
  tone: string;
}

/** The right part as one SVG drawing, because as boxes it would take twice as long to render. */
function Slips({ brand, deep, soft }: { brand: string; deep: string; soft: string }) {
  return (
    <svg width="352" height="630" viewBox="0 0 352 630">
      <title>{''}</title>
      <rect width="352" height="630" fill={brand} />
      <circle cx="172" cy="530" r="280" fill={deep} />
      {Slip({ at: [66, 46], turn: 5, stars: 4, lines: [250, 190], tone: light['ember-soft'] })}
      {Slip({ at: [106, 238], turn: -4, stars: 5, lines: [236, 262, 150], tone: soft })}
      {Slip({ at: [58, 466], turn: 3, stars: 5, lines: [262, 206], tone: light['good-soft'] })}
    </svg>
  );
}

/** A shadow of layers, each a little larger and lower. A blur would take the renderer 300 ms. */
const shadow = [14, 11, 8, 5, 2] as const;
const starPath = 'm12 2.6 2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5-4.7-4.6 6.5-.9z';

/** A review card without words, so it needs no translation and quotes no real opinion. */
function Slip({ at: [x, y], turn, stars, lines, tone }: SlipProps) {
  const height = 104 + lines.length * 25;
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn} 165 ${height / 2})`}>
      {shadow.map((reach) => (
        <rect
          key={reach}
          x={-reach}
          y={8 - reach / 2}
          width={330 + 2 * reach}
          height={height + 1.5 * reach}
          rx={22 + reach}
          fill="#0a1428"
          fill-opacity="0.05"
        />
      ))}
      <rect width="330" height={height} rx="22" fill={light.surface} />
      <circle cx="48" cy="48" r="22" fill={tone} />
      {[0, 1, 2, 3, 4].map((place) => (
        <path
          key={place}
          transform={`translate(${86 + place * 34} 33) scale(1.25)`}
          fill={place < stars ? dark.star : light['star-empty']}
          d={starPath}
        />
      ))}
      {lines.map((width, line) => (
        <rect key={width} x="26" y={92 + line * 25} width={width} height="12" rx="6" fill={light.border} />
      ))}
    </g>
  );
}
