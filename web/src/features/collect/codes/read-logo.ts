import type { CodeLogo } from '@kindling/contract/code-looks';

/** Largest file in bytes that is read; a photo of a phone has about half of that. */
const maxFileBytes = 20 * 1024 * 1024;
/** Below `maxLogoBytes` of the schema, which would load the schema library. */
const maxBytes = 60_000;
/** Pixels of the longer side, from the best that may fit to the smallest that still prints well. */
const sides = [512, 384, 256];

type Picture = Extract<CodeLogo, { kind: 'picture' }>;

/**
 * Scales the picture down on a square canvas and encodes it anew, which also drops what a camera noted. PNG
 * keeps transparency.
 * @returns null when the browser cannot read the file
 */
export async function readLogo(file: File): Promise<Picture | null> {
  if (file.size > maxFileBytes) return null;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  try {
    // A drawing stays a PNG, with its transparency; a photo is too large as one at every size.
    for (const type of ['image/png', 'image/jpeg'] as const)
      for (const side of sides) {
        const data = encode(bitmap, side, type);
        if (data !== null && (data.length * 3) / 4 <= maxBytes) return { kind: 'picture', type, data };
      }
    return null;
  } finally {
    bitmap.close();
  }
}

function encode(bitmap: ImageBitmap, side: number, type: Picture['type']): string | null {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  if (type === 'image/jpeg') {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, side, side);
  }
  const share = side / Math.max(bitmap.width, bitmap.height);
  const [width, height] = [bitmap.width * share, bitmap.height * share];
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, (side - width) / 2, (side - height) / 2, width, height);
  const [prefix = '', data = ''] = canvas.toDataURL(type, 0.9).split(',');
  return prefix === `data:${type};base64` ? data : null;
}
