/** A text that may be clamped, followed by its "read more" button. */
interface TextElement extends Element {
  readonly nextElementSibling: HTMLDetailsElement;
}

/** Hides "read more" when the text fits, now and at each change of width. Runs before the next paint. */
export function watchReadMore(root: ParentNode): () => void {
  const texts = [...root.querySelectorAll<TextElement>(`.${classNames.clampedText}`)];
  const check = (): void => {
    // Measures all texts before changing any, or the browser would lay out the page again for each.
    for (const change of texts.map(({ clientHeight, scrollHeight, nextElementSibling: fold }) => () => {
      // A height of 0 says nothing: the text is inside a closed element.
      if (clientHeight && !fold.open) fold.hidden = scrollHeight < clientHeight + 2;
    }))
      change();
  };
  // Observes the texts and not their parents: hiding a button must not trigger the observer again, which would report
  // an error to the page.
  const observer = new ResizeObserver(check);
  for (const text of texts) observer.observe(text);
  check();
  return () => observer.disconnect();
}
