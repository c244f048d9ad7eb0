/** Reads the picture of a code as a phone would. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** jsqr as a script in a page: images stay there, because transferring pixels is slow. */
const reader = createRequire(import.meta.url).resolve('jsqr');
type Reader = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: 'dontInvert' },
) => { data: string } | null;

interface Scanned {
  text: string | undefined;
  /** In pixels. */
  width: number;
  height: number;
  /** The first pixel, as "red,green,blue,alpha". */
  corner: string;
}

export interface Scanner {
  scan(bytes: Buffer, type: 'image/png' | 'image/svg+xml'): Promise<Scanned>;
  close(): Promise<void>;
}

/** A scanner in a page of its own, without a Content-Security-Policy. */
export async function openScanner(page: Page): Promise<Scanner> {
  const other = await page.context().newPage();
  await other.addScriptTag({ path: reader });
  return {
    scan: (bytes, type) =>
      other.evaluate(
        async (address) => {
          const image = new Image();
          image.src = address;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = image.naturalWidth;
          canvas.height = image.naturalHeight;
          const context = canvas.getContext('2d');
          if (context === null) throw new Error('No canvas');
          context.drawImage(image, 0, 0);
          const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
          const { jsQR } = window as unknown as { jsQR: Reader };
          const code = jsQR(data, width, height, { inversionAttempts: 'dontInvert' });
          return { text: code?.data, width, height, corner: data.slice(0, 4).join() };
        },
        `data:${type};base64,${bytes.toString('base64')}`,
      ),
    close: () => other.close(),
  };
}
