/**
 * A badge as an SVG file, for mail signatures, READMEs and AMP, where our HTML is not possible. Trust rule: no
 * scripts, fonts, images or external resources. React escapes all foreign text, and characters that XML forbids are
 * removed.
 */
import type { Snapshot } from '@kindling/contract/embeds';
import { renderToStaticMarkup } from 'react-dom/server';
import { disclosureText } from '../../kit/disclosure.ts';
import { plainText } from '../../kit/plain-text.ts';
import { textsOf } from '../../kit/texts.ts';
import { describeFigures } from './badge-facts.ts';
import { paletteOf } from './palette.tsx';
import {
  type Block,
  drawFigures,
  drawLines,
  padding,
  SeparatorLine,
  toneClasses,
  tones,
  width,
} from './picture/drawing.tsx';

/** The text size in px at which the drawing has its nominal size. */
const usualTextSize = 15;
const note = { size: 11, line: 16, weight: 'text', tone: 'muted' } as const;

/** Pure. A whole SVG document of known size; title and description say everything that it draws. */
export function renderPicture(snapshot: Snapshot): string {
  const { settings } = snapshot;
  const texts = textsOf(settings.language);
  const palette = paletteOf(settings, settings.theme === 'dark' ? 'dark' : 'light');
  const figures = drawFigures(snapshot, { palette, texts });
  const notes = drawNotes(figures.height);
  const height = Math.ceil(figures.height + notes.height);
  const scale = settings.textSize / usualTextSize;
  const half = settings.border / 2;
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
    >
      <title>{xmlText(texts.text('region', { name: snapshot.businessName }))}</title>
      <desc>{`${describeFigures(snapshot, texts)} ${notes.said.join('. ')}`}</desc>
      {settings.theme === 'auto' && <style>{darkRules(snapshot)}</style>}
      <rect
        className={classNames.pictureBackground}
        x={half}
        y={half}
        width={width - settings.border}
        height={height - settings.border}
        rx={settings.radius}
        fill={palette.back}
        {...(settings.border > 0 ? { stroke: palette.line, strokeWidth: settings.border } : {})}
      />
      {figures.node}
      {notes.node}
    </svg>,
  );

  /** The disclosure and the brand line: in every picture, as in every layout. */
  function drawNotes(top: number): Block & { readonly said: readonly string[] } {
    const maker = texts.text('madeWith', { brand: xmlText(snapshot.brand.name) });
    const said = [disclosureText(snapshot, texts), maker].filter((one) => one !== null);
    let y = top + 12;
    const blocks = said.map((text) => {
      const block = drawLines(text, note, { x: padding, y, width: width - 2 * padding }, palette);
      y += block.height;
      return <g key={text}>{block.node}</g>;
    });
    const node = (
      <>
        <SeparatorLine y={top} palette={palette} />
        {blocks}
      </>
    );
    return { height: y + 14 - top, node, said };
  }
}

/** Only colors: the picture has no other rules. */
function darkRules({ settings }: Snapshot): string {
  const palette = paletteOf(settings, 'dark');
  const fills = tones.map((tone) => `.${toneClasses[tone]}{fill:${palette[tone]}}`);
  const back = `.${classNames.pictureBackground}{fill:${palette.back};stroke:${palette.line}}`;
  return `@media(prefers-color-scheme:dark){${back}${fills.join('')}}`;
}

/** Without the two characters that HTML allows and XML does not. */
function xmlText(text: string): string {
  return plainText(text).replaceAll(/[\uFFFE\uFFFF]/g, '');
}
