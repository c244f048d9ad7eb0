/** The size of a PNG. All lengths of a picture are in modules until here. */

/** Pixels of the longer side. */
export const pictureSizes = { least: 256, most: 4096, usual: 1024 } as const;
/** Minimum pixels per module: cameras and image programs blur smaller ones. */
const minModulePixels = 3;

export interface PictureFit {
  /** Pixels of the whole picture. */
  width: number;
  height: number;
  /** Where the drawing is in it, and how wide. */
  left: number;
  top: number;
  drawn: number;
}

/**
 * A square has whole pixels per module, for sharp edges; the rest widens the quiet zone. A frame reaches the edge. Null
 * when modules would be too small to read.
 */
export function fitInPicture(box: { width: number; height: number }, size: number): PictureFit | null {
  const scale = size / Math.max(box.width, box.height);
  if (scale < minModulePixels) return null;
  if (box.width !== box.height) {
    const width = Math.round(box.width * scale);
    return { width, height: Math.round(box.height * scale), left: 0, top: 0, drawn: width };
  }
  const drawn = box.width * Math.floor(scale);
  const start = Math.floor((size - drawn) / 2);
  return { width: size, height: size, left: start, top: start, drawn };
}

/** The smallest size in pixels that `fitInPicture` accepts. */
export function minPictureSize(box: { width: number; height: number }): number {
  return Math.ceil(Math.max(box.width, box.height) * minModulePixels);
}
