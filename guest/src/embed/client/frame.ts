/**
 * The script of the iframe page: what the layout does, to tell the page around it how tall the content is, and us what
 * was clicked.
 */
import { enhanceAll } from './shared/enhance-all.ts';
import { trackClicks } from './shared/events.ts';
import { heightRequest } from './shared/frames.ts';

const main = document.querySelector('main');
if (main) {
  enhanceAll(main);
  const { code } = main.dataset;
  // The samples of the gallery have a name and no code: they are nobody's.
  if (code?.length === 10) trackClicks(main, { code, from: location.href });
  if (parent !== self) {
    const tell = (): void => {
      // Any page may embed the address and a height is no secret, hence '*'; receivers check origin and shape.
      const height = Math.ceil(main.getBoundingClientRect().height);
      parent.postMessage({ type: 'kindling:height', code, height }, '*');
    };
    // Once by itself: browsers do not run observers in frames of other origins that are out of sight.
    tell();
    addEventListener('message', ({ data, source }) => {
      if (source === parent && data === heightRequest) tell();
    });
    new ResizeObserver(tell).observe(main);
  }
}
