/** Saves files and copies to the clipboard. */
import { fitInPicture, type Matrix, pathOf, type QrStyle } from './drawing.ts';

/**
 * A PNG of exactly `size` × `size` pixels; null when modules would be too small, or the browser returns no picture.
 */
export async function toPng(matrix: Matrix, look: QrStyle, size: number): Promise<Blob | null> {
  const place = fitInPicture(matrix, size);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (place === null || context === null) return null;
  context.fillStyle = look.ground;
  context.fillRect(0, 0, size, size);
  context.setTransform(place.module, 0, 0, place.module, place.start, place.start);
  context.fillStyle = look.code;
  context.fill(new Path2D(pathOf(matrix, look.shape)));
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
