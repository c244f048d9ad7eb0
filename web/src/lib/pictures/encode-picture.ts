/** Largest file in bytes that is accepted; photos of phones have about half of that. */
export const maxFileBytes = 20 * 1024 * 1024;

/** The part of a data URL before the base64 data. */
const dataUrlPrefix = /^data:image\/(?:webp|png|jpeg);base64,/;

/** What of the file is drawn, and how large the result is, in pixels. */
interface Drawing {
  source: { left: number; top: number; width: number; height: number };
  width: number;
  height: number;
}

/** Draws the file anew, which also drops metadata; null when the browser cannot decode it. */
async function draw(
  file: File,
  layout: (size: { width: number; height: number }) => Drawing,
): Promise<HTMLCanvasElement | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (bitmap === null) return null;
  const { source, width, height } = layout(bitmap);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, source.left, source.top, source.width, source.height, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

function encode(canvas: HTMLCanvasElement, quality: number): string {
  // A browser that cannot encode WebP returns PNG, which may exceed the server's limit, so JPEG is used instead.
  const webp = canvas.toDataURL('image/webp', quality);
  const data = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality);
  return data.replace(dataUrlPrefix, '');
}

/**
 * The center square, scaled to `side` pixels.
 * @returns base64 of a WebP or JPEG file; null when the browser cannot decode the file
 */
export async function cropSquare(file: File, side: number): Promise<string | null> {
  const canvas = await draw(file, ({ width, height }) => {
    const part = Math.min(width, height);
    const source = { left: (width - part) / 2, top: (height - part) / 2, width: part, height: part };
    return { source, width: side, height: side };
  });
  return canvas === null ? null : encode(canvas, 0.9);
}

/**
 * The whole picture with its own proportions, at most `side` pixels wide and high and `maxBytes` large.
 * @returns base64 of a WebP or JPEG file; null when the browser cannot decode the file, or nothing that small shows it
 */
export async function fitWithin(file: File, side: number, maxBytes: number): Promise<string | null> {
  const canvas = await draw(file, ({ width, height }) => {
    const scale = Math.min(1, side / Math.max(width, height));
    return {
      source: { left: 0, top: 0, width, height },
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
  });
  if (canvas === null) return null;
  const encoded = [0.92, 0.8, 0.6, 0.4].map((quality) => () => encode(canvas, quality));
  for (const attempt of encoded) {
    const data = attempt();
    if ((data.length * 3) / 4 <= maxBytes) return data;
  }
  return null;
}
