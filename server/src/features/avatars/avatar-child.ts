/** The process of avatar-press.ts: a picture comes in, a small WebP or null goes out. */
import sharp from 'sharp';

/** Pixels of both sides: twice what any layout draws. */
const side = 96;
/** 2,048 by 2,048; platforms send a few hundred. */
const maxPixels = 4_194_304;

// Of all the formats that the library reads, these three: the fewer decoders can be reached, the better.
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
      // Nothing may shine through: the author's initials stand below the picture.
      .flatten({ background: '#ffffff' })
      .webp({ quality: 80 })
      .toBuffer();
  } catch {
    return null;
  }
}

process.on('message', (bytes) => {
  if (bytes instanceof Uint8Array) void resize(bytes).then((made) => process.send?.(made));
});
