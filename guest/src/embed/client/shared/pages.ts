/** Focuses the first new review, because the button that opened the page is gone. */
function focusFirstNewReview({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open || target.className !== classNames.nextPage)
    return;
  const review = target.querySelector<HTMLElement>(`.${classNames.reviewCard}`);
  if (!review) return;
  review.tabIndex = -1;
  review.focus({ preventScroll: true });
}

export function watchPages(root: ParentNode): void {
  // `toggle` does not bubble, so this listens in the capture phase. The function is always the same, so that a second
  // call adds no listener.
  root.addEventListener('toggle', focusFirstNewReview, true);
}
