/**
 * Keeps the help button off the page: while content is under its place, or the reader scrolls down, it is a narrow tab in
 * the margin at the edge of the window (attribute `data-aside`). App and public pages use the same rule.
 */

/** Pixels between the points that are looked at, less than the smallest control is wide. */
const step = 12;
const gap = 4;
const idleMs = 200;

const controls =
  'a, button, input, select, textarea, label, summary, option, [role], [contenteditable], [tabindex="0"]';
const drawn = 'img, svg, canvas, video, iframe, object, picture';

/** @returns whether some text that belongs to the element itself is inside of the area */
function hasTextIn(element: Element, area: DOMRect): boolean {
  const range = document.createRange();
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '') return false;
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        left < area.right && right > area.left && top < area.bottom && bottom > area.top,
    );
  });
}

function isContent(element: Element, area: DOMRect): boolean {
  if (element.matches(drawn) || element.closest('svg') !== null) return true;
  const control = element.closest(controls);
  // Regions and lists have a role, too, but are as large as the page.
  if (control !== null && control.getBoundingClientRect().height < 240) return true;
  return /fixed|sticky/.test(getComputedStyle(element).position) || hasTextIn(element, area);
}

/** @returns whether nothing that people read or use is under the place of the button */
export function isPlaceFree(place: Element): boolean {
  const { x, y, width, height } = place.getBoundingClientRect();
  const area = new DOMRect(x - gap, y - gap, width + 2 * gap, height + 2 * gap);
  const seen = new Set<Element>();
  for (let left = area.left; left <= area.right; left += step)
    for (let top = area.top; top <= area.bottom; top += step)
      for (const element of document.elementsFromPoint(left, top)) {
        if (seen.has(element) || place.contains(element)) continue;
        seen.add(element);
        if (element === document.body || element === document.documentElement) continue;
        if (isContent(element, area)) return false;
      }
  return true;
}

/** @param place as large as the button at rest; it takes no clicks itself. @returns a function that ends it */
export function startSteppingAside(place: HTMLElement): () => void {
  const positions = new WeakMap<object, number>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const look = () => {
    timer = null;
    place.toggleAttribute('data-aside', !isPlaceFree(place));
  };
  const lookSoon = () => {
    timer ??= setTimeout(look, idleMs);
  };
  const onScroll = ({ target }: Event) => {
    const scrolled = target instanceof Element ? target : document.documentElement;
    const before = positions.get(scrolled) ?? 0;
    positions.set(scrolled, scrolled.scrollTop);
    // Going up it comes back as soon as there is room, going down once the page stands still.
    if (scrolled.scrollTop > before) {
      place.toggleAttribute('data-aside', true);
      if (timer !== null) clearTimeout(timer);
      timer = null;
    }
    lookSoon();
  };
  const changes = new MutationObserver(lookSoon);
  changes.observe(document.body, { childList: true, subtree: true });
  const events = ['resize', 'focusin', 'pointerup', 'keyup', 'transitionend'] as const;
  for (const name of events) addEventListener(name, lookSoon, { passive: true });
  document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  lookSoon();
  return () => {
    if (timer !== null) clearTimeout(timer);
    changes.disconnect();
    for (const name of events) removeEventListener(name, lookSoon);
    document.removeEventListener('scroll', onScroll, { capture: true });
  };
}
