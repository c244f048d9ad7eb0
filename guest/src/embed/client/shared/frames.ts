/**
 * Gives the frames of our pages the height of their content. A frame that is too short scrolls until then, so it grows
 * at once; it shrinks where nobody sees that the page moves.
 */

/** What a frame is asked with; it may have told its height before anybody listened. */
export const heightRequest = 'kindling:height?';

/** @param base any address at the origin of our pages */
export function watchFrames(base: string): void {
  const { origin: ours } = new URL(base);
  addEventListener('message', ({ data, origin, source }: MessageEvent) => {
    if (origin !== ours || data?.type !== 'kindling:height') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) resizeFrame(frame, Number(data.height));
  });
  // To whoever is there: a frame that has not arrived yet is still of the page's own origin, and the question no secret.
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.src.indexOf(ours) === 0) frame.contentWindow?.postMessage(heightRequest, '*');
}

/** What waits for a frame to go out of sight; its height is of the newest message. */
const pendingShrinks = new WeakMap<HTMLIFrameElement, IntersectionObserver>();

function resizeFrame(frame: HTMLIFrameElement, height: number): void {
  pendingShrinks.get(frame)?.disconnect();
  pendingShrinks.delete(frame);
  const { top, bottom } = frame.getBoundingClientRect();
  const set = (): void => {
    // The pasted code lays the frame over its room; any other gives the frame itself a height.
    const room = frame.style.position ? frame.previousElementSibling : null;
    if (room instanceof HTMLElement) room.style.paddingBottom = `${height}px`;
    else frame.style.height = `${height}px`;
  };
  if (height >= frame.offsetHeight || top + bottom > 2 * innerHeight) {
    set();
    return;
  }
  const seen = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting || !('overflowAnchor' in frame.style)) return;
    // What was noted before it was disconnected may still arrive.
    if (pendingShrinks.get(frame) !== seen) return;
    seen.disconnect();
    set();
  });
  pendingShrinks.set(frame, seen);
  seen.observe(frame);
}
