/** Saves files and copies to the clipboard. */

import { svgAddress } from '@kindling/guest/qr/svg-address';
import type { PictureFit } from './picture-size.ts';

/** A PNG of the SVG, whose nominal width is `fit.drawn`; null when the browser returns no picture. */
export async function toPng(svg: string, fit: PictureFit, background: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = fit.width;
  canvas.height = fit.height;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const image = new Image();
  image.src = svgAddress(svg);
  await image.decode();
  // The rest around a square belongs to its quiet zone.
  if (fit.left > 0) {
    context.fillStyle = background;
    context.fillRect(0, 0, fit.width, fit.height);
  }
  context.drawImage(image, fit.left, fit.top);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** Downloads a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read the file only after the click handler, so the address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @returns false when the browser forbids it, or has no clipboard on pages without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
