/** The panel over the page: gets the focus when it opens, and returns it on Escape. */
export function watchPanel(root: ParentNode): void {
  const fold = root.querySelector<HTMLDetailsElement>(`.${classNames.floating}`);
  if (!fold) return;
  fold.addEventListener('toggle', focusPanel);
  fold.addEventListener('keydown', closeOnEscape);
}

/** Always the same functions, so that a second call adds no listener. */
function focusPanel({ target }: Event): void {
  const fold = target as HTMLDetailsElement;
  if (fold.open)
    fold.querySelector<HTMLElement>(`.${classNames.floatingPanel}`)?.focus({ preventScroll: true });
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent): void {
  const fold = currentTarget as HTMLDetailsElement;
  if (key !== 'Escape' || !fold.open) return;
  fold.open = false;
  fold.querySelector('summary')?.focus();
}
