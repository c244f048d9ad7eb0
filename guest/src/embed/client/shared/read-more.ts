/** A text that may be cut, and after it the button that shows all of it. */
interface ClampedText extends Element {
  readonly nextElementSibling: HTMLDetailsElement;
}

/** Hides "read more" where the text fits, now and whenever the width changes. Runs before the next paint. */
export function watchReadMore(root: ParentNode): () => void {
  const texts = [...root.querySelectorAll<ClampedText>('.c')];
  const check = (): void => {
    // All are measured before any changes, or the browser would lay the page out again for each.
    for (const change of texts.map(({ clientHeight, scrollHeight, nextElementSibling: fold }) => () => {
      // No height is no knowledge: the text is inside something that is closed.
      if (clientHeight && !fold.open) fold.hidden = scrollHeight < clientHeight + 2;
    }))
      change();
  };
  // The texts, not what holds them: hiding a button must not wake the observer again, or it complains to the page.
  const observer = new ResizeObserver(check);
  for (const text of texts) observer.observe(text);
  check();
  return () => observer.disconnect();
}
