/**
 * The part of an embed's script that tells the page about clicks, for the page's own statistics, where the owner asked for
 * it: `kindling:open` for what opens, `kindling:click` for a link. Both leave the embed's element and bubble; `detail` has
 * the embed's code and a kind. The trust rules are those of `embed.ts`.
 */
import { pageRegistry } from './shared/page-registry.ts';

/** The server puts the code of the embed here. */
declare const kindling: string;

type Kind = 'text' | 'page' | 'panel' | 'write' | 'link';

/** What a click on this element does; undefined when it does nothing, or closes something. */
function kindOf(clicked: Element): Kind | undefined {
  if (clicked.localName === 'a') return clicked.matches(`.${classNames.writeLink}`) ? 'write' : 'link';
  const fold = clicked.parentNode as HTMLDetailsElement;
  // The click comes before what it does.
  if (clicked.localName !== 'summary' || fold.open) return;
  if (fold.matches(`.${classNames.readMore}`)) return 'text';
  return fold.matches(`.${classNames.nextPage}`) ? 'page' : 'panel';
}

function tell(event: Event): void {
  try {
    const path = event.composedPath().filter((step) => step instanceof Element);
    const host = path.find((step) => step.localName === 'kindling-reviews');
    const code = host?.getAttribute('code');
    if (code !== kindling) return;
    const clicked = path.find(({ localName }) => localName === 'a' || localName === 'summary');
    const kind = clicked && kindOf(clicked);
    if (!kind) return;
    const name = kind === 'write' || kind === 'link' ? 'click' : 'open';
    host?.dispatchEvent(new CustomEvent(`kindling:${name}`, { bubbles: true, detail: { code, kind } }));
  } catch {
    // Lose the event: the click itself must work.
  }
}

try {
  const page = pageRegistry();
  page.telling ||= new Set();
  // The script of an embed may be loaded several times.
  if (!page.telling.has(kindling)) addEventListener('click', tell, true);
  page.telling.add(kindling);
} catch {
  // An embed that fails must not break the page.
}
