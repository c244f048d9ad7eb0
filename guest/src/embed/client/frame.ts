/** The script of the iframe page: tells the page around it how tall the content is, and ours what was clicked. */
import { watchEvents } from './shared/events.ts';
import { watchFolds } from './shared/folds.ts';
import { watchRow } from './shared/row.ts';

const main = document.querySelector('main');
if (main) {
  watchFolds(main);
  watchRow(main);
  watchEvents(main, { code: main.dataset.code, from: location.href });
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
