/**
 * One script for pages with several embeds, or with embeds that are added later: it loads the script of each code
 * once. It also sets the height of frames. The trust rules are those of `embed.ts`, but for these two things.
 */
import { watchFrames } from './shared/frames.ts';
import { type PageRegistry, pageRegistry } from './shared/page-registry.ts';

/** The server wraps this script with the base address of codes: `https://kindling.example/e/`. */
declare const kindling: string;

function load(asked: Set<string>, code: string): void {
  if (!/^[a-z0-9]{10}$/.test(code) || asked.has(code)) return;
  asked.add(code);
  const script = document.createElement('script');
  script.async = true;
  script.src = `${kindling}${code}.js`;
  // A failed script is requested again with the next element of its code, not before.
  script.onerror = () => {
    asked.delete(code);
    script.parentNode?.removeChild(script);
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
      // A loader that fails must not break the page.
    }
  });
}

try {
  start(pageRegistry());
} catch {
  // As above.
}
