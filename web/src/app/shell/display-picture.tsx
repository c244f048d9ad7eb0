import { brandTokens, dark, light } from '@kindling/design/tokens';
import type { CSSProperties } from 'react';
import { useConfig } from '../../lib/auth/session.tsx';
import type { PreferenceName, Preferences, Theme } from '../../lib/preferences.ts';
import css from './display-panel.module.css';

interface PreviewColors {
  canvas: string;
  surface: string;
  line: string;
  side: string;
  sideInk: string;
  accent: string;
}

function previewColors(theme: Exclude<Theme, 'default'>, primary: string): PreviewColors {
  const palette = theme === 'dark' ? dark : light;
  const { colored } = brandTokens(primary);
  const side = theme === 'colored' ? colored.side : palette.surface;
  return {
    canvas: theme === 'colored' ? colored.canvas : palette.canvas,
    surface: palette.surface,
    line: palette['star-empty'],
    side,
    sideInk: theme === 'colored' ? colored['side-muted'] : palette['star-empty'],
    accent: primary,
  };
}

/** A small preview of the shell with the given preferences. Only previews of the theme use the theme's colors. */
export function DisplayPicture({ preferences, shows }: { preferences: Preferences; shows: PreferenceName }) {
  const { primaryColor } = useConfig().brand;
  if (shows !== 'theme') return <Picture preferences={preferences} shows={shows} />;
  const { theme } = preferences;
  const plain: Preferences = { ...preferences, layout: 'fluid', sidebarBehavior: 'sticky' };
  if (theme !== 'default')
    return <Picture preferences={plain} shows={shows} paints={previewColors(theme, primaryColor)} />;
  return (
    <span className={css.both}>
      <Picture preferences={plain} shows={shows} paints={previewColors('light', primaryColor)} />
      <Picture preferences={plain} shows={shows} paints={previewColors('dark', primaryColor)} />
    </span>
  );
}

interface PictureProps {
  preferences: Preferences;
  shows: PreferenceName;
  paints?: PreviewColors;
}

function Picture({ preferences, shows, paints }: PictureProps) {
  const { layout, sidebarPosition, sidebarBehavior } = preferences;
  const boxed = shows === 'layout' && layout === 'boxed';
  const compact = shows === 'sidebarBehavior' && sidebarBehavior === 'compact';
  const style =
    paints === undefined
      ? {}
      : (Object.fromEntries(
          Object.entries(paints).map(([name, value]) => [`--p-${name}`, value]),
        ) as CSSProperties);
  const left = boxed ? 18 : 0;
  const width = boxed ? 84 : 120;
  const rail = compact ? 12 : 30;
  const side = sidebarPosition === 'left' ? left : left + width - rail;
  const page = sidebarPosition === 'left' ? left + rail : left;
  const room = width - rail - 16;
  return (
    <svg className={css.picture} viewBox="0 0 120 76" aria-hidden="true" style={style}>
      <rect className={css.ground} width="120" height="76" />
      <rect className={css.canvas} x={left} width={width} height="76" />
      <rect className={css.sideGround} x={side} width={rail} height="76" />
      <SideEntries x={side} rail={rail} behavior={shows === 'sidebarBehavior' ? sidebarBehavior : null} />
      <rect className={css.ink} x={page + 8} y="10" width={room * 0.45} height="5" rx="2.5" />
      {shows === 'density' ? (
        <Rows x={page + 8} width={room} density={preferences.density} />
      ) : (
        <>
          <rect className={css.card} x={page + 8} y="22" width={room} height="20" rx="3" />
          <rect className={css.accent} x={page + 13} y="29" width={room * 0.35} height="6" rx="3" />
          <rect className={css.card} x={page + 8} y="47" width={room} height="20" rx="3" />
          <rect className={css.ink} x={page + 13} y="54" width={room * 0.6} height="5" rx="2.5" />
        </>
      )}
    </svg>
  );
}

/** A list whose rows are close together or not. */
function Rows({ x, width, density }: { x: number; width: number; density: Preferences['density'] }) {
  const height = density === 'compact' ? 8 : 16;
  const tops = Array.from({ length: 48 / height }, (_, row) => 21 + row * height);
  return (
    <>
      <rect className={css.card} x={x} y="21" width={width} height="48" rx="3" />
      {tops.map((top) => (
        <g key={top}>
          <circle className={css.accent} cx={x + 7} cy={top + height / 2} r={height / 4} />
          <rect
            className={css.ink}
            x={x + 14}
            y={top + height / 2 - 1.5}
            width={width * 0.6}
            height="3"
            rx="1.5"
          />
        </g>
      ))}
    </>
  );
}

/** Sticky: a list that moves up with the page; fixed: a list with a scroll bar; compact: icons. */
function SideEntries({
  x,
  rail,
  behavior,
}: {
  x: number;
  rail: number;
  behavior: Preferences['sidebarBehavior'] | null;
}) {
  const rows = behavior === 'fixed' ? [8, 17, 26, 35, 44, 53, 62] : [8, 20, 30, 40];
  return (
    <>
      {rows.map((y, index) => (
        <rect
          key={y}
          className={index === 1 ? css.accent : css.sideInk}
          x={x + 4}
          y={y}
          width={behavior === 'compact' ? 4 : rail - (index % 2 === 0 ? 12 : 9)}
          height="4"
          rx="2"
        />
      ))}
      {behavior === 'fixed' ? (
        <rect className={css.sideInk} x={x + rail - 3.5} y="6" width="1.5" height="26" rx="0.75" />
      ) : null}
      {behavior === 'sticky' ? (
        <path className={css.arrow} d={`M${x + rail / 2} 66v-10m-4 4 4-4 4 4`} />
      ) : null}
    </>
  );
}
