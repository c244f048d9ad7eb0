import { pictureSide } from '@kindling/contract/profile';

/** Bytes of a file that is still opened; cameras of phones make about half of it. */
export const maxFileBytes = 20 * 1024 * 1024;

/** What stands before the data in a data address. */
const dataUrlPrefix = /^data:image\/(?:webp|png|jpeg);base64,/;

/**
 * The middle of a picture as a square of the agreed size, drawn anew, so that nothing but pixels is sent.
 * Returns base64; null for a file that is no picture to this browser.
 */
export async function cropPicture(file: File): Promise<string | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = pictureSide;
  canvas.height = pictureSide;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, pictureSide, pictureSide);
  bitmap.close();
  // A browser that writes no WebP answers with PNG, which may be larger than what is taken.
  const webp = canvas.toDataURL('image/webp', 0.9);
  const data = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', 0.9);
  return data.replace(dataUrlPrefix, '');
}
