/**
 * Text of frames as outlines of Inter, so that a picture needs no font. A text with a letter of another script is an SVG
 * text in the system's font, fitted into the estimated width; a renderer without fonts leaves it out.
 */
import { outline, outlineWidth, scaleOf } from '../embed/render/picture/outline.ts';
import { short } from './paths.ts';
import type { TextPainter } from './svg.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Whether the text of a frame can be drawn without a font. */
export function hasOutlines(text: string): boolean {
  return outline(text, 'strong') !== null;
}

export const outlinedText: TextPainter = {
  measure: (text) => outlineWidth(text, 1, 'strong'),
  draw({ text, x, baseline, size }, color) {
    const width = outlineWidth(text, size, 'strong');
    const path = outline(text, 'strong');
    if (path !== null) {
      const place = `translate(${short(x - width / 2)} ${short(baseline)}) scale(${scaleOf(size).toFixed(6)})`;
      return `<path fill="${color}" transform="${place}" d="${path}"/>`;
    }
    const escaped = text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
    return (
      `<text fill="${color}" x="${short(x)}" y="${short(baseline)}" text-anchor="middle" font-size="${short(size)}" ` +
      `font-family="Inter, system-ui, sans-serif" font-weight="700" textLength="${short(width)}" ` +
      `lengthAdjust="spacingAndGlyphs">${escaped}</text>`
    );
  },
};
