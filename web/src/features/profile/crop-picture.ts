import { pictureSide } from '@kindling/contract/profile';

/** Largest file in bytes that is accepted; photos of phones have about half of that. */
export const maxFileBytes = 20 * 1024 * 1024;

/** The part of a data URL before the base64 data. */
const dataUrlPrefix = /^data:image\/(?:webp|png|jpeg);base64,/;

/**
 * Crops the center square, scales it to `pictureSide`, and re-encodes it, which also drops metadata.
 * @returns base64 of a WebP or JPEG file; null when the browser cannot decode the file
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
  // A browser that cannot encode WebP returns PNG, which may exceed the server's limit, so JPEG is used instead.
  const webp = canvas.toDataURL('image/webp', 0.9);
  const data = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', 0.9);
  return data.replace(dataUrlPrefix, '');
}
