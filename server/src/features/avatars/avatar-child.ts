/** The child process of avatar-resizer.ts: receives a picture, answers with a small WebP or null. */
import sharp from 'sharp';

/** Width and height in pixels: twice the largest size that a layout draws. */
const side = 96;
/** 2,048 by 2,048; platforms send a few hundred pixels per side. */
const maxPixels = 4_194_304;

// The library reads many formats. Only these three are allowed, so that fewer decoders can be attacked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

async function resize(bytes: Uint8Array): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      // The author's initials are drawn below the picture and must not show through transparent pixels.
      .flatten({ background: '#ffffff' })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    return null;
  }
}

process.on('message', (bytes) => {
  if (bytes instanceof Uint8Array) void resize(bytes).then((resized) => process.send?.(resized));
});
