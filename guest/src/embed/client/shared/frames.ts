/**
 * Sets the height of our iframes to that of their content. A frame that is too short scrolls until then, so it grows
 * at once; it shrinks while it is out of sight, so that visitors see no shift.
 */

/** The message that asks a frame for its height. It may have sent its height before anybody listened. */
export const heightRequest = 'kindling:height?';

/** @param base any address on the origin of our pages */
export function watchFrames(base: string): void {
  const { origin: ours } = new URL(base);
  addEventListener('message', ({ data, origin, source }: MessageEvent) => {
    if (origin !== ours || data?.type !== 'kindling:height') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) resizeFrame(frame, Number(data.height));
  });
  // Sent to any origin: a frame that has not loaded yet still has the page's origin, and the question is no secret.
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.src.indexOf(ours) === 0) frame.contentWindow?.postMessage(heightRequest, '*');
}

/** Frames that shrink when they leave the viewport; the newest message replaces the observer. */
const pendingShrinks = new WeakMap<HTMLIFrameElement, IntersectionObserver>();

function resizeFrame(frame: HTMLIFrameElement, height: number): void {
  pendingShrinks.get(frame)?.disconnect();
  pendingShrinks.delete(frame);
  const { top, bottom } = frame.getBoundingClientRect();
  const set = (): void => {
    // In the embed code the frame lies over a spacer, which gets the height; any other frame gets it itself.
    const room = frame.style.position ? frame.previousElementSibling : null;
    if (room instanceof HTMLElement) room.style.paddingBottom = `${height}px`;
    else frame.style.height = `${height}px`;
  };
  // Nothing to show: what was taken down leaves no hole.
  if (!height || height >= frame.offsetHeight || top + bottom > 2 * innerHeight) {
    set();
    return;
  }
  const seen = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting || !('overflowAnchor' in frame.style)) return;
    // An entry from before the disconnect may still arrive.
    if (pendingShrinks.get(frame) !== seen) return;
    seen.disconnect();
    set();
  });
  pendingShrinks.set(frame, seen);
  seen.observe(frame);
}
