/**
 * Releases space that the embed code reserved and the content does not need, without a visible shift: at once when
 * the page below is out of sight, else when the embed leaves the viewport. Until then the content fills the space,
 * with its parts a little apart.
 * @param section the content of the element, which has just been inserted
 * @param room height of the element before, in px
 */
export function releaseReservedSpace(element: HTMLElement, section: HTMLElement, room: number): void {
  const { offsetHeight, offsetWidth } = element;
  const { style } = section;
  const { top, bottom } = element.getBoundingClientRect();
  // Its middle decides and not its end: elements beside it may be aligned to its middle.
  if (room <= offsetHeight || top + bottom > 2 * innerHeight) return;
  // Rows of a grid share the remaining space.
  style.cssText = `display:grid;grid:auto/100%;min-height:${section.offsetHeight + room - offsetHeight}px`;
  // At another width everything moves anyway.
  const sized = new ResizeObserver(() => {
    if (element.offsetWidth !== offsetWidth) end();
  });
  const end = (): void => {
    // Disconnect first, or the observer would see the height change below.
    sized.disconnect();
    seen.disconnect();
    style.cssText = '';
  };
  const seen = new IntersectionObserver(([entry]) => {
    // Above the viewport the change would shift the page, unless the browser has scroll anchoring.
    if (!entry?.isIntersecting && 'overflowAnchor' in style) end();
  });
  sized.observe(element);
  seen.observe(element);
}
