/** Whoever opened a page by its button, which is gone then, goes on with the first review of it. */
function focusFirstNewReview({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open || target.className !== 'pg') return;
  const review = target.querySelector<HTMLElement>('.v');
  if (!review) return;
  review.tabIndex = -1;
  review.focus({ preventScroll: true });
}

export function watchPages(root: ParentNode): void {
  // `toggle` does not bubble. Always the same function: a second call adds nothing.
  root.addEventListener('toggle', focusFirstNewReview, true);
}
