/** Reads the size of a picture from its first bytes, without decoding it. */

export interface PictureHeader {
  type: 'image/png' | 'image/jpeg';
  /** Pixels. */
  width: number;
  height: number;
}

/** Null for bytes that are neither a PNG nor a JPEG with a frame. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPng(view) ?? readJpeg(view);
}

/** The signature, the length of the first chunk, and its name `IHDR` (PNG specification 1.2, sections 3.1 and 4.1.1). */
function readPng(view: DataView): PictureHeader | null {
  const begins = [0x89504e47, 0x0d0a1a0a, 13, 0x49484452];
  if (view.byteLength < 24) return null;
  if (begins.some((word, index) => view.getUint32(index * 4) !== word)) return null;
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** The first start-of-frame segment (ITU-T T.81, annex B). */
function readJpeg(view: DataView): PictureHeader | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // C4, C8 and CC lie in the range of frames and are tables and extensions.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const length = view.getUint16(at + 2);
    // The picture itself begins here, so the frame is missing.
    if (marker === 0xda || length < 2) return null;
    at += 2 + length;
  }
  return null;
}
