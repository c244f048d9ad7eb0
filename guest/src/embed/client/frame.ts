/**
 * The script of the iframe page: the behavior of the layout, the height for the page around it, and the kinds of
 * clicks for our server.
 */
import { enhanceAll } from './shared/enhance-all.ts';
import { trackClicks } from './shared/events.ts';
import { heightRequest } from './shared/frames.ts';

const main = document.querySelector('main');
if (main) {
  enhanceAll(main);
  const { code } = main.dataset;
  // Samples of the gallery have a name in place of a code; nothing is counted for them.
  if (code?.length === 10) trackClicks(main, { code, from: location.href });
  if (parent !== self) {
    const tell = (): void => {
      // The target is '*': any page may embed the address, and a height is no secret. Receivers check origin and
      // shape.
      const height = Math.ceil(main.getBoundingClientRect().height);
      parent.postMessage({ type: 'kindling:height', code, height }, '*');
    };
    // Send once without the observer: browsers do not run observers in frames of other origins that are not visible.
    tell();
    addEventListener('message', ({ data, source }) => {
      if (source === parent && data === heightRequest) tell();
    });
    new ResizeObserver(tell).observe(main);
  }
}
