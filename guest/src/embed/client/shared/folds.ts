/** Hides "read more" where the text fits, now and whenever the width changes. Runs before the next paint. */
export function watchFolds(root: ParentNode): void {
  const check = (): void => {
    root.querySelectorAll('details').forEach((fold) => {
      const text = fold.previousElementSibling;
      if (text && !fold.open) fold.hidden = text.scrollHeight <= text.clientHeight + 1;
    });
  };
  const first = root.firstElementChild;
  if (first && self.ResizeObserver) new ResizeObserver(check).observe(first);
  check();
}
