/** Text of frames as bars, for small pictures in which nobody could read it. */
import type { TextPainter } from '@kindling/guest/qr/svg';

export const textBars: TextPainter = {
  measure: () => 6,
  draw: ({ x, baseline, size }, color) =>
    `<rect fill="${color}" x="${x - size * 3}" y="${baseline - size * 0.7}" width="${size * 6}" height="${size * 0.7}" rx="${size * 0.35}"/>`,
};
