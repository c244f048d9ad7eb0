/**
 * One script for pages with several embeds, or with ones that come later: each element that appears has its own script
 * put into the head, once per code. Frames get the height of their content. The trust rules are those of `embed.ts`, but
 * for the two things that it does.
 */
import { watchFrames } from './shared/frames.ts';
import { type PageRegistry, pageRegistry } from './shared/page-registry.ts';

/** Put around this script by the server: the address that codes follow, `https://kindling.example/e/`. */
declare const kindling: string;

function load(asked: Set<string>, code: string): void {
  if (!/^[a-z0-9]{10}$/.test(code) || asked.has(code)) return;
  asked.add(code);
  const script = document.createElement('script');
  script.async = true;
  script.src = `${kindling}${code}.js`;
  // What did not arrive is asked for again with the next element, not before: nobody waits for it.
  script.onerror = () => {
    asked.delete(code);
    script.remove();
  };
  document.head.appendChild(script);
}

function start(page: PageRegistry): void {
  if (page.asked) return;
  const asked = new Set<string>();
  page.asked = asked;
  watchFrames(kindling);
  page.watch((element) => {
    try {
      load(asked, element.getAttribute('code') || '');
    } catch {
      // The page stays as it was: a loader that may not load must not break what it is pasted into.
    }
  });
}

try {
  start(pageRegistry());
} catch {
  // See above: silence is the contract.
}
