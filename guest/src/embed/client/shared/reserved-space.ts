/**
 * Gives back what the pasted code kept free too much, without moving anything that a visitor sees: at once where the
 * page below is out of sight, else when nobody looks. Until then the content fills the room, its parts a little apart.
 * @param section the content of the element, which has just been put in
 * @param room height of the element before, in px
 */
export function releaseReservedSpace(element: HTMLElement, section: HTMLElement, room: number): void {
  const { offsetHeight, offsetWidth } = element;
  const { style } = section;
  const { top, bottom } = element.getBoundingClientRect();
  // Its middle counts, not its end: what stands beside it may be in the middle of it.
  if (room <= offsetHeight || top + bottom > 2 * innerHeight) return;
  // Rows of a grid share what is left over.
  style.cssText = `display:grid;grid:auto/100%;min-height:${section.offsetHeight + room - offsetHeight}px`;
  // In another width everything moves anyway.
  const sized = new ResizeObserver(() => {
    if (element.offsetWidth !== offsetWidth) end();
  });
  const end = (): void => {
    // First, or it would be told of the height that it changes.
    sized.disconnect();
    seen.disconnect();
    style.cssText = '';
  };
  const seen = new IntersectionObserver(([entry]) => {
    // Above what is in sight it would take the page with it, unless the browser holds that in its place.
    if (!entry?.isIntersecting && 'overflowAnchor' in style) end();
  });
  sized.observe(element);
  seen.observe(element);
}
