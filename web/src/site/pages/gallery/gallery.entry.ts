/** The behavior of the samples, and the choice of a look. Without this script they show the first look, and can be read. */
import { enhanceAll } from '@kindling/guest/embed/client/shared/enhance-all';
import { buildNodes } from '@kindling/guest/embed/client/shared/nodes';
import type { LookFile } from './looks.tsx';

const hosts = [...document.querySelectorAll<HTMLElement>('.gallery [data-live]')];
const ends = new Map<HTMLElement, () => void>();
const firstMarkup = new Map<HTMLElement, Node>();
const colors = new CSSStyleSheet();
document.adoptedStyleSheets = [colors];

for (const host of hosts) {
  const section = host.shadowRoot?.querySelector('section');
  if (!host.shadowRoot || !section) continue;
  firstMarkup.set(host, section.cloneNode(true));
  ends.set(host, enhanceAll(host.shadowRoot));
}

const choice = document.querySelector<HTMLSelectElement>('#look');
choice?.addEventListener('change', () => void chooseLook(choice));

async function chooseLook({ selectedOptions: [option] }: HTMLSelectElement): Promise<void> {
  const { value = '', dataset = {} } = option ?? {};
  const answer = await fetch(value);
  const look: LookFile = await answer.json();
  // Another one has been chosen meanwhile.
  if (choice?.value !== value) return;
  colors.replaceSync(look.colors);
  const theme = document.querySelector<HTMLInputElement>(`#theme-${dataset.theme}`);
  if (theme) theme.checked = true;
  for (const host of hosts) dress(host, look);
}

function dress(host: HTMLElement, { css, markup }: LookFile): void {
  const root = host.shadowRoot;
  const layout = host.dataset.live as keyof LookFile['css'];
  const rules = css[layout];
  if (!root || rules === undefined) return;
  ends.get(host)?.();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [sheet];
  // The sheet of the first look, which came with the page.
  root.querySelector('style')?.remove();
  root.querySelector('section')?.remove();
  const own = markup[layout];
  const first = firstMarkup.get(host);
  if (own !== undefined) {
    buildNodes(own, root);
    const label = first instanceof Element ? first.getAttribute('aria-label') : null;
    // The name that tells it from the others of the page.
    if (label !== null) root.querySelector('section')?.setAttribute('aria-label', label);
  }
  if (own === undefined && first) root.append(first.cloneNode(true));
  ends.set(host, enhanceAll(root));
}
