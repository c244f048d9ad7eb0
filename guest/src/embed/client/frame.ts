/** The script of the iframe page: what the layout does, and to tell the page around it how tall the content is. */
import { behaveAll } from './shared/behave-all.ts';

const main = document.querySelector('main');
if (main) {
  behaveAll(main);
  if (parent !== self) {
    const tell = (): void => {
      // Any page may embed the address and a height is no secret, hence '*'; receivers check origin and shape.
      const height = Math.ceil(main.getBoundingClientRect().height);
      parent.postMessage({ type: 'kindling:height', code: main.dataset.code, height }, '*');
    };
    // Once by itself: browsers do not run observers in frames of other origins that are out of sight.
    tell();
    new ResizeObserver(tell).observe(main);
  }
}
