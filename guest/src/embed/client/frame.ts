/**
 * The script of the iframe page: what the layout does, to tell the page around it how tall the content is, and us what
 * was clicked.
 */
import { behaveAll } from './shared/behave-all.ts';
import { watchEvents } from './shared/events.ts';
import { question } from './shared/frames.ts';

const main = document.querySelector('main');
if (main) {
  behaveAll(main);
  const { code } = main.dataset;
  // The samples of the gallery have a name and no code: they are nobody's.
  if (code?.length === 10) watchEvents(main, { code, from: location.href });
  if (parent !== self) {
    const tell = (): void => {
      // Any page may embed the address and a height is no secret, hence '*'; receivers check origin and shape.
      const height = Math.ceil(main.getBoundingClientRect().height);
      parent.postMessage({ type: 'kindling:height', code, height }, '*');
    };
    // Once by itself: browsers do not run observers in frames of other origins that are out of sight.
    tell();
    addEventListener('message', ({ data, source }) => {
      if (source === parent && data === question) tell();
    });
    new ResizeObserver(tell).observe(main);
  }
}
