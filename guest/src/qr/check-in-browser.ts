/**
 * The scan check for a live preview, on the browser's own drawing. It weighs 60 KB with its reader and the outlines of
 * letters, so load it when a code is edited.
 */
import type { CodeDesign } from '@kindling/contract/code-looks';
import type { ScanResult } from '@kindling/contract/scan-problems';
import type { Pixels } from './degrade.ts';
import { outlinedText } from './frame-text.ts';
import { checkScan } from './scan-check.ts';
import { svgAddress } from './svg-address.ts';

export interface PreviewCheck {
  content: string;
  design: CodeDesign;
  /** Of the language of the code, for a frame without a text of its own. */
  callToAction: string;
  /** Abort it when the design has changed. */
  signal: AbortSignal;
}

/**
 * Input is handled between the steps of the check, each of which takes some ten milliseconds.
 * @throws the reason of the signal when it is aborted
 */
export function checkInBrowser({ content, design, callToAction, signal }: PreviewCheck): Promise<ScanResult> {
  return checkScan({
    content,
    design,
    callToAction,
    text: outlinedText,
    render,
    pause: async () => {
      await new Promise((done) => setTimeout(done));
      signal.throwIfAborted();
    },
  });
}

async function render(svg: string): Promise<Pixels> {
  const image = new Image();
  // The policy of the app allows pictures in the address itself, and none of `blob:`.
  image.src = svgAddress(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no canvas.');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
